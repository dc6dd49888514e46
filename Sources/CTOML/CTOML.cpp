#include "CTOML.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>

// Of toml++ 3.3, some assertions are not about itself but about the text, as that a name follows `[`. It
// tests that once more, and says where the text is wrong.
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>
#include <tuple>
#include <vector>

struct ctoml_document {
    toml::table table;
    std::deque<std::vector<ctoml_node>> siblings;
    ctoml_node root{};

    // Where the first value begins that is nested too deeply, if there is one.
    std::optional<toml::source_position> too_deep;

    explicit ctoml_document(toml::table &&parsed) : table(std::move(parsed)) {
        root = describe(table);
    }

  private:
    int depth = 0;

    ctoml_node describe(const toml::node &node) {
        const auto &begin = node.source().begin;
        ctoml_node result{};
        result.line = static_cast<int>(begin.line);
        result.column = static_cast<int>(begin.column);
        // toml++ bounds nested values, but not the tables that a dotted key or a header opens.
        if (depth == 64) {
            if (!too_deep) too_deep = begin;
            return result;
        }
        depth += 1;
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

static ctoml_error failure(const toml::source_position &at, std::string_view message) {
    ctoml_error error{};
    error.line = static_cast<int>(at.line);
    error.column = static_cast<int>(at.column);
    message.copy(error.message, sizeof error.message - 1);
    return error;
}

extern "C" ctoml_document *ctoml_parse(const char *text, size_t length, ctoml_error *error) {
    *error = {};
    auto parsed = toml::parse(std::string_view(text, length));
    if (!parsed) {
        *error = failure(parsed.error().source().begin, parsed.error().description());
        return nullptr;
    }
    auto document = std::make_unique<ctoml_document>(std::move(parsed).table());
    if (document->too_deep) {
        *error = failure(*document->too_deep, "nested too deeply");
        return nullptr;
    }
    return document.release();
}

extern "C" const ctoml_node *ctoml_root(const ctoml_document *document) {
    return &document->root;
}

extern "C" void ctoml_free(ctoml_document *document) {
    delete document;
}
