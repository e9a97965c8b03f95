package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.ANY;
import static io.algeon.engine.function.TypeFamily.ARRAY_OF_TEXT;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.INTEGER;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** JSON as text: parts of it by path, what it is, and JSON made from values. Text that is no JSON is an error. */
final class JsonFunctions {
    private static final String DOCUMENT = "'{\"a\": [1, \"x\"]}'";

    private JsonFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        parts(all);
        tests(all);
        makers(all);
        return all;
    }

    private static FunctionBuilder json(String name) {
        return function(Category.JSON, name).handlesNulls().fallible().expensive();
    }

    private static void parts(List<ScalarFunction> all) {
        String paths = " The path is like $.a[0], or a key, or a position; with a wildcard the result is an array.";
        all.add(json("json_extract")
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, INTEGER)
                .says(
                        "The JSON at a path, NULL if there is none." + paths,
                        "json_extract(" + DOCUMENT + ", '$.a[1]') = '\"x\"'")
                .by(site -> extract(site, false, JsonPath::of)));
        all.add(json("json_extract_string")
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, INTEGER)
                .says(
                        "As json_extract, but a string without quotes and escapes, and NULL for JSON's null.",
                        "json_extract_string(" + DOCUMENT + ", '$.a[1]') = 'x'")
                .by(site -> extract(site, true, JsonPath::of)));
        all.add(json("json_field")
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, INTEGER)
                .says(
                        "The JSON at a key or position (the -> operator); a key that begins with $ is a path.",
                        DOCUMENT + " -> 'a' -> 0 = '1'")
                .by(site -> extract(site, false, JsonPath::of)));
        all.add(json("json_field_text")
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, INTEGER)
                .says("As json_field, but as text (the ->> operator).", DOCUMENT + " -> 'a' ->> 1 = 'x'")
                .by(site -> extract(site, true, JsonPath::of)));
        for (String name : List.of("json_extract_path", "json_extract_path_text")) {
            boolean text = name.endsWith("text");
            all.add(json(name)
                    .takes(ResultTypes.VARCHAR, CHARACTER, ARRAY_OF_TEXT)
                    .takesMany(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                    .says(
                            text
                                    ? "As json_extract_path, but as text (the #>> operator)."
                                    : "The JSON under keys or positions, given one by one, as an array, or as '{a,0}' (the #>"
                                            + " operator).",
                            name + "(" + DOCUMENT + ", 'a', '1') = " + (text ? "'x'" : "'\"x\"'"))
                    .by(site -> keys(site, text)));
        }
        all.add(json("json_value")
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .says(
                        "The scalar at a path as text; NULL if there is none, or an object or array. RETURNING, DEFAULT ... ON"
                                + " EMPTY and ON ERROR are known.",
                        "json_value(" + DOCUMENT + ", '$.a[1]') = 'x'")
                .by(JsonFunctions::scalar));
        all.add(json("json_query")
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .says(
                        "The object or array at a path; NULL if there is none, or a scalar.",
                        "json_query(" + DOCUMENT + ", '$.a') = '[1, \"x\"]'")
                .by(JsonFunctions::query));
        all.add(function(Category.JSON, "json_keys")
                .takes(TextLists.TYPE, CHARACTER)
                .handlesNulls()
                .fallible()
                .expensive()
                .says(
                        "The keys of an object; NULL for other JSON.",
                        "json_keys('{\"b\": 1, \"a\": 2}') = ARRAY['b', 'a']")
                .by(JsonFunctions::keysOf));
        all.add(function(Category.JSON, "json_array_elements_text")
                .takes(TextLists.TYPE, CHARACTER)
                .handlesNulls()
                .fallible()
                .expensive()
                .says(
                        "The elements of an array as texts; NULL for other JSON.",
                        "json_array_elements_text('[1, \"x\", null]') = ARRAY['1', 'x', NULL]")
                .by(site -> elements(site, true)));
        all.add(function(Category.JSON, "json_array_elements")
                .takes(TextLists.TYPE, CHARACTER)
                .handlesNulls()
                .fallible()
                .expensive()
                .says(
                        "The elements of an array as JSON; NULL for other JSON.",
                        "json_array_elements('[1, \"x\"]') = ARRAY['1', '\"x\"']")
                .by(site -> elements(site, false)));
    }

    @FunctionalInterface
    private interface PathReader {
        JsonPath read(String text);
    }

    private static JsonPath path(RowArguments arguments, CallSite site, int row, PatternCache<JsonPath> paths) {
        return site.argument(1).kind().isCharacter()
                ? paths.of(arguments.text(1), row)
                : JsonPath.of("$[" + arguments.number(1, row) + "]");
    }

    private static VectorFunction extract(CallSite site, boolean text, PathReader reader) {
        PatternCache<JsonPath> paths = new PatternCache<>(bytes -> reader.read(utf8(bytes)));
        JsonScanner scanner = new JsonScanner();
        List<Integer> found = new ArrayList<>();
        return RowFunctions.nullableText(
                site,
                (arguments, row, out) ->
                        write(scanner, arguments.text(0), row, path(arguments, site, row, paths), text, found, out));
    }

    private static boolean write(
            JsonScanner json,
            BytesView document,
            int row,
            JsonPath path,
            boolean text,
            List<Integer> found,
            TextBuffer out) {
        int root =
                json.of(document.data(), document.start(row), document.end(row)).root();
        found.clear();
        path.find(json, root, found);
        if (path.hasWildcard()) {
            out.append('[');
            for (int i = 0; i < found.size(); i++) {
                out.append(i == 0 ? "" : ", ");
                int value = found.get(i);
                out.append(json.data(), value, json.end(value) - value);
            }
            out.append(']');
            return true;
        }
        return !found.isEmpty() && write(json, found.get(0), text, out);
    }

    /** Writes a value as it is, or as text; false for JSON's null as text. */
    private static boolean write(JsonScanner json, int value, boolean text, TextBuffer out) {
        byte kind = json.kind(value);
        if (text && kind == 'n') {
            return false;
        }
        if (text && kind == '"') {
            json.writeString(value, out);
        } else {
            out.append(json.data(), value, json.end(value) - value);
        }
        return true;
    }

    private static VectorFunction keys(CallSite site, boolean text) {
        boolean asArray = !site.argument(1).kind().isCharacter();
        JsonScanner scanner = new JsonScanner();
        List<Integer> found = new ArrayList<>();
        return RowFunctions.nullableText(site, (arguments, row, out) -> {
            List<String> keys = new ArrayList<>();
            if (asArray) {
                ListVector list = (ListVector) arguments.vector(1);
                BytesView texts = new BytesView().of(list.elements());
                for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
                    keys.add(list.elements().isNull(i) ? "" : texts.string(i));
                }
            } else if (arguments.count() == 2 && arguments.text(1).string(row).matches("\\{.*\\}")) {
                String list = arguments.text(1).string(row);
                for (String key : list.substring(1, list.length() - 1).split(",")) {
                    String trimmed = key.strip();
                    keys.add(
                            trimmed.length() > 1 && trimmed.startsWith("\"") && trimmed.endsWith("\"")
                                    ? trimmed.substring(1, trimmed.length() - 1)
                                    : trimmed);
                }
                keys.removeIf(String::isEmpty);
            } else {
                for (int i = 1; i < arguments.count(); i++) {
                    keys.add(arguments.text(i).string(row));
                }
            }
            return write(scanner, arguments.text(0), row, JsonPath.ofKeys(keys), text, found, out);
        });
    }

    private static VectorFunction scalar(CallSite site) {
        PatternCache<JsonPath> paths = new PatternCache<>(bytes -> JsonPath.of(utf8(bytes)));
        JsonScanner json = new JsonScanner();
        List<Integer> found = new ArrayList<>();
        return RowFunctions.nullableText(site, (arguments, row, out) -> {
            BytesView document = arguments.text(0);
            int root = json.of(document.data(), document.start(row), document.end(row))
                    .root();
            found.clear();
            paths.of(arguments.text(1), row).find(json, root, found);
            if (found.size() != 1) {
                return false;
            }
            byte kind = json.kind(found.get(0));
            return kind != '{' && kind != '[' && write(json, found.get(0), true, out);
        });
    }

    private static VectorFunction query(CallSite site) {
        PatternCache<JsonPath> paths = new PatternCache<>(bytes -> JsonPath.of(utf8(bytes)));
        JsonScanner json = new JsonScanner();
        List<Integer> found = new ArrayList<>();
        return RowFunctions.nullableText(site, (arguments, row, out) -> {
            BytesView document = arguments.text(0);
            int root = json.of(document.data(), document.start(row), document.end(row))
                    .root();
            found.clear();
            paths.of(arguments.text(1), row).find(json, root, found);
            if (found.size() != 1) {
                return false;
            }
            byte kind = json.kind(found.get(0));
            return (kind == '{' || kind == '[') && write(json, found.get(0), false, out);
        });
    }

    private static VectorFunction keysOf(CallSite site) {
        JsonScanner json = new JsonScanner();
        TextBuffer key = new TextBuffer();
        return TextLists.bind(site, (arguments, row, out) -> {
            if (arguments.isNull(0, row)) {
                return false;
            }
            BytesView document = arguments.text(0);
            int root = json.of(document.data(), document.start(row), document.end(row))
                    .root();
            if (json.kind(root) != '{') {
                return false;
            }
            for (int i = json.first(root); i >= 0; i = json.after(root, i)) {
                json.writeString(i, key.clear());
                out.add(key.toString());
            }
            return true;
        });
    }

    private static VectorFunction elements(CallSite site, boolean text) {
        JsonScanner json = new JsonScanner();
        TextBuffer element = new TextBuffer();
        return TextLists.bind(site, (arguments, row, out) -> {
            if (arguments.isNull(0, row)) {
                return false;
            }
            BytesView document = arguments.text(0);
            int root = json.of(document.data(), document.start(row), document.end(row))
                    .root();
            if (json.kind(root) != '[') {
                return false;
            }
            for (int i = json.first(root); i >= 0; i = json.after(root, i)) {
                out.add(write(json, i, text, element.clear()) ? element.toString() : null);
            }
            return true;
        });
    }

    private static void tests(List<ScalarFunction> all) {
        all.add(function(Category.JSON, "json_exists")
                .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER)
                .fallible()
                .expensive()
                .says("Whether there is a value at a path.", "json_exists(" + DOCUMENT + ", '$.a[5]') = false")
                .by(site -> {
                    PatternCache<JsonPath> paths = new PatternCache<>(bytes -> JsonPath.of(utf8(bytes)));
                    JsonScanner json = new JsonScanner();
                    return RowFunctions.test(site, (arguments, row) -> {
                        BytesView document = arguments.text(0);
                        int root = json.of(document.data(), document.start(row), document.end(row))
                                .root();
                        List<Integer> found = new ArrayList<>();
                        paths.of(arguments.text(1), row).find(json, root, found);
                        return !found.isEmpty();
                    });
                }));
        all.add(function(Category.JSON, "json_valid")
                .takes(ResultTypes.BOOLEAN, CHARACTER)
                .expensive()
                .says("Whether the text is JSON.", "json_valid('{\"a\": }') = false")
                .by(site -> {
                    JsonScanner json = new JsonScanner();
                    return RowFunctions.test(site, (arguments, row) -> {
                        BytesView document = arguments.text(0);
                        return json.of(document.data(), document.start(row), document.end(row))
                                .isValid();
                    });
                }));
        all.add(json("json_array_length")
                .takes(ResultTypes.INTEGER, CHARACTER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER)
                .says(
                        "Number of elements of an array (at a path); NULL for other JSON.",
                        "json_array_length(" + DOCUMENT + ", '$.a') = 2")
                .by(JsonFunctions::length));
        all.add(json("json_typeof")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .says(
                        "object, array, string, number, boolean or null, (at a path).",
                        "json_typeof(" + DOCUMENT + ", '$.a') = 'array'")
                .by(JsonFunctions::kind));
    }

    /** The value at the optional path, -1 if there is none. */
    private static int at(RowArguments arguments, int row, JsonScanner json, PatternCache<JsonPath> paths) {
        BytesView document = arguments.text(0);
        int root =
                json.of(document.data(), document.start(row), document.end(row)).root();
        if (arguments.count() == 1) {
            return root;
        }
        List<Integer> found = new ArrayList<>();
        paths.of(arguments.text(1), row).find(json, root, found);
        return found.isEmpty() ? -1 : found.get(0);
    }

    private static VectorFunction length(CallSite site) {
        PatternCache<JsonPath> paths = new PatternCache<>(bytes -> JsonPath.of(utf8(bytes)));
        JsonScanner json = new JsonScanner();
        return RowFunctions.exact(site, (arguments, row) -> {
            int value = at(arguments, row, json, paths);
            return value < 0 || json.kind(value) != '[' ? null : BigDecimal.valueOf(json.size(value));
        });
    }

    private static VectorFunction kind(CallSite site) {
        PatternCache<JsonPath> paths = new PatternCache<>(bytes -> JsonPath.of(utf8(bytes)));
        JsonScanner json = new JsonScanner();
        return RowFunctions.nullableText(site, (arguments, row, out) -> {
            int value = at(arguments, row, json, paths);
            if (value >= 0) {
                out.append(
                        switch (json.kind(value)) {
                            case '{' -> "object";
                            case '[' -> "array";
                            case '"' -> "string";
                            case 't', 'f' -> "boolean";
                            case 'n' -> "null";
                            default -> "number";
                        });
            }
            return value >= 0;
        });
    }

    private static void makers(List<ScalarFunction> all) {
        all.add(json("json_quote")
                .takes(ResultTypes.VARCHAR, ANY)
                .says(
                        "The value as JSON: a number, boolean, string, array or object (of a row or map); NULL stays NULL.",
                        "json_quote('it is \"x\"') = '\"it is \\\"x\\\"\"'")
                .by(site -> {
                    JsonWriter writer = new JsonWriter(site.argument(0), site.timeZone());
                    return RowFunctions.nullableText(site, (arguments, row, out) -> {
                        writer.write(arguments.vector(0), row, out);
                        return true;
                    });
                }));
        all.add(json("json_parse")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .says("The text itself if it is JSON, else an error.", "json_parse('[1, 2]') = '[1, 2]'")
                .by(site -> {
                    JsonScanner json = new JsonScanner();
                    return RowFunctions.nullableText(site, (arguments, row, out) -> {
                        BytesView text = arguments.text(0);
                        int value = json.of(text.data(), text.start(row), text.end(row))
                                .root();
                        out.append(json.data(), value, json.end(value) - value);
                        return true;
                    });
                }));
        all.add(json("json_object")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .takesMany(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .says(
                        "An object of keys and values, json_object('a': 1) or json_object('a', 1) or json_object(KEY 'a' VALUE 1);"
                                + " NULLs are null, or left out with ABSENT ON NULL.",
                        "json_object('a': 1, 'b': json_array('x')) = '{\"a\":1,\"b\":[\"x\"]}'")
                .by(site -> constructor(site, true)));
        all.add(json("json_array")
                .takesMany(ResultTypes.VARCHAR, CHARACTER)
                .says(
                        "An array of values; NULLs are left out, or null with NULL ON NULL.",
                        "json_array(1, 'x', NULL NULL ON NULL) = '[1,\"x\",null]'")
                .by(site -> constructor(site, false)));
    }

    /** Arguments: what becomes of NULLs, then keys and JSON, or JSON alone (see the parser's JsonSyntax). */
    private static VectorFunction constructor(CallSite site, boolean object) {
        boolean absent = "absent".equals(Constants.string(site.constant(0), ""));
        RowArguments arguments = new RowArguments(site);
        TextBuffer out = new TextBuffer();
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            BytesVector result = buffers.bytes(rows);
            arguments.of(vectors, rows);
            for (int row = 0; row < rows; row++) {
                out.clear().append(object ? '{' : '[');
                int step = object ? 2 : 1;
                for (int i = 1; i + step - 1 < arguments.count(); i += step) {
                    member(arguments, i, row, object, absent, out);
                }
                out.append(object ? '}' : ']');
                result.set(row, out.bytes(), 0, out.length());
            }
            return result;
        };
    }

    private static void member(
            RowArguments arguments, int argument, int row, boolean object, boolean absent, TextBuffer out) {
        int value = object ? argument + 1 : argument;
        boolean isNull = arguments.isNull(value, row);
        if (isNull && absent) {
            return;
        }
        if (out.length() > 1) {
            out.append(',');
        }
        if (object) {
            if (arguments.isNull(argument, row)) {
                throw new EngineException(ErrorCode.NULL_NOT_ALLOWED, "A key of json_object is NULL. Give it a value.");
            }
            JsonWriter.string(arguments.text(argument).string(row), out);
            out.append(':');
        }
        if (isNull) {
            out.append("null");
        } else {
            BytesView text = arguments.text(value);
            out.append(text.data(), text.start(row), text.length(row));
        }
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
