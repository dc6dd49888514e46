#include "CTOML.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <exception>
#include <string_view>
#include <toml++/toml.h>
#include <tuple>
#include <vector>

struct ctoml_document {
    toml::table table;
    std::deque<std::vector<ctoml_node>> siblings;
    ctoml_node root{};

    explicit ctoml_document(std::string_view text) : table(toml::parse(text)) {
        root = describe(table);
    }

  private:
    int depth = 0;

    ctoml_node describe(const toml::node &node) {
        // toml++ bounds nested values, but not the tables that a dotted key or a header opens.
        if (depth == 64) throw toml::parse_error("nested too deeply", node.source());
        depth += 1;
        ctoml_node result{};
        result.line = static_cast<int>(node.source().begin.line);
        result.column = static_cast<int>(node.source().begin.column);
        node.visit([&](const auto &value) { fill(result, value); });
        depth -= 1;
        return result;
    }

    void fill(ctoml_node &result, const toml::table &value) {
        std::vector<ctoml_node> children;
        for (auto &&[key, child] : value) {
            ctoml_node node = describe(child);
            node.key = key.str().data();
            node.key_length = key.str().size();
            node.key_line = static_cast<int>(key.source().begin.line);
            node.key_column = static_cast<int>(key.source().begin.column);
            children.push_back(node);
        }
        // toml++ keeps its tables sorted by key.
        std::sort(children.begin(), children.end(), [](const auto &a, const auto &b) {
            return std::tie(a.key_line, a.key_column) < std::tie(b.key_line, b.key_column);
        });
        result.kind = CTOML_TABLE;
        keep(result, std::move(children));
    }

    void fill(ctoml_node &result, const toml::array &value) {
        std::vector<ctoml_node> children;
        for (auto &&child : value) children.push_back(describe(child));
        result.kind = CTOML_ARRAY;
        keep(result, std::move(children));
    }

    void keep(ctoml_node &parent, std::vector<ctoml_node> &&children) {
        const auto &kept = siblings.emplace_back(std::move(children));
        parent.children = kept.data();
        parent.child_count = kept.size();
    }

    void fill(ctoml_node &result, const toml::value<std::string> &value) {
        result.kind = CTOML_STRING;
        result.string = value->data();
        result.string_length = value->size();
    }

    void fill(ctoml_node &result, const toml::value<int64_t> &value) {
        result.kind = CTOML_INTEGER;
        result.integer = *value;
        result.number = static_cast<double>(*value);
    }

    void fill(ctoml_node &result, const toml::value<double> &value) {
        result.kind = CTOML_FLOAT;
        result.number = *value;
    }

    void fill(ctoml_node &result, const toml::value<bool> &value) {
        result.kind = CTOML_BOOLEAN;
        result.boolean = *value;
    }

    template <typename Time> void fill(ctoml_node &result, const toml::value<Time> &) {
        result.kind = CTOML_TIME;
    }
};

extern "C" ctoml_document *ctoml_parse(const char *text, size_t length, ctoml_error *error) {
    *error = {};
    try {
        return new ctoml_document(std::string_view(text, length));
    } catch (const toml::parse_error &caught) {
        error->line = static_cast<int>(caught.source().begin.line);
        error->column = static_cast<int>(caught.source().begin.column);
        std::snprintf(error->message, sizeof error->message, "%s", caught.what());
    } catch (const std::exception &caught) {
        std::snprintf(error->message, sizeof error->message, "%s", caught.what());
    }
    return nullptr;
}

extern "C" const ctoml_node *ctoml_root(const ctoml_document *document) {
    return &document->root;
}

extern "C" void ctoml_free(ctoml_document *document) {
    delete document;
}
