extension String {
    /// The name of a type of controls as a noun for one of them: "list of scenes" for "scenes".
    package var typeNoun: String {
        switch self {
        case "scenes": "list of scenes"
        case "pages": "page control"
        default: self
        }
    }

    /// The noun with its article: "an image".
    package var typeNounWithArticle: String {
        let noun = typeNoun
        return (noun.first.map("aeioux".contains) ?? false ? "an " : "a ") + noun
    }
}
