package io.algeon.engine.function;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Other names of registry functions: those of PostgreSQL, DuckDB, Spark and MySQL where they mean the same. */
public final class FunctionAliases {
    public static final Map<String, String> NAMES = names(
            "character_length", "char_length",
            "length", "char_length",
            "len", "char_length",
            "substr", "substring",
            "ceiling", "ceil",
            "pow", "power",
            "trunc", "truncate",
            "ucase", "upper",
            "lcase", "lower",
            "btrim", "trim_both",
            "ltrim", "trim_leading",
            "rtrim", "trim_trailing",
            "concat", "concat_ignore_null",
            "date_part", "extract",
            "datepart", "extract",
            "startswith", "starts_with",
            "prefix", "starts_with",
            "suffix", "ends_with",
            "lengthb", "octet_length",
            "strlen", "octet_length",
            "rand", "random",
            "bitwise_and", "bitand",
            "bitwise_or", "bitor",
            "bitwise_xor", "bitxor",
            "xor", "bitxor",
            "bitwise_not", "bitnot",
            "greatest_common_divisor", "gcd",
            "least_common_multiple", "lcm",
            "is_nan", "isnan",
            "is_inf", "isinf",
            "list_append", "array_append",
            "list_prepend", "array_prepend",
            "array_concat", "array_cat",
            "list_concat", "array_cat",
            "list_slice", "array_slice",
            "list_reverse", "array_reverse",
            "list_sort", "array_sort",
            "list_reverse_sort", "array_reverse_sort",
            "list_distinct", "array_distinct",
            "list_position", "array_position",
            "array_has", "array_contains",
            "list_contains", "array_contains",
            "list_has", "array_contains",
            "list_has_all", "array_has_all",
            "list_has_any", "array_has_any",
            "arrays_overlap", "array_has_any",
            "list_max", "array_max",
            "list_min", "array_min",
            "array_join", "array_to_string",
            "str_split", "string_split",
            "split", "string_split",
            "string_split_regex", "regexp_split_to_array",
            "regexp_split", "regexp_split_to_array",
            "pg_typeof", "typeof",
            "uuid", "gen_random_uuid",
            "unicode", "ascii",
            "ord", "ascii",
            "char", "chr",
            "json_extract_path_string", "json_extract_path_text",
            "json_extract_text", "json_extract_string",
            "get_json_object", "json_extract_string",
            "json_type", "json_typeof",
            "to_json", "json_quote",
            "to_jsonb", "json_quote",
            "row_to_json", "json_quote",
            "sha", "sha1",
            "hex", "to_hex",
            "unhex", "from_hex",
            "base64", "to_base64",
            "unbase64", "from_base64",
            "weekofyear", "week");

    private FunctionAliases() {}

    private static Map<String, String> names(String... pairs) {
        Map<String, String> names = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            names.put(pairs[i], pairs[i + 1]);
        }
        return Collections.unmodifiableMap(names);
    }
}
