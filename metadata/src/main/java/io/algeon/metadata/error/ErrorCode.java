package io.algeon.metadata.error;

import java.util.Locale;

/**
 * Every error that the product reports, with its category and SQLState. The number is the vendor code of
 * {@code SQLException.getErrorCode()}; numbers and names are stable, new codes are added at the end of their group.
 */
public enum ErrorCode {
    SQL_PARSE(1001, ErrorCategory.USER, "42601"),
    SQL_INVALID(1002, ErrorCategory.USER, "42000"),
    TYPE_MISMATCH(1003, ErrorCategory.USER, "42804"),
    OBJECT_NOT_FOUND(1004, ErrorCategory.USER, "42P01"),
    FIELD_NOT_FOUND(1005, ErrorCategory.USER, "42703"),
    FIELD_AMBIGUOUS(1006, ErrorCategory.USER, "42702"),
    FUNCTION_NOT_FOUND(1007, ErrorCategory.USER, "42883"),
    OBJECT_AMBIGUOUS(1008, ErrorCategory.USER, "42P09"),
    SCHEMA_NOT_FOUND(1009, ErrorCategory.USER, "3F000"),
    GROUPING_INVALID(1010, ErrorCategory.USER, "42803"),
    PARAMETER_INVALID(1011, ErrorCategory.USER, "07001"),
    PROPERTY_INVALID(1012, ErrorCategory.USER, "22023"),
    URL_INVALID(1013, ErrorCategory.USER, "08001"),
    OBJECT_EXISTS(1014, ErrorCategory.USER, "42P07"),
    SCHEMA_EXISTS(1015, ErrorCategory.USER, "42P06"),
    FIELD_EXISTS(1016, ErrorCategory.USER, "42701"),
    CONSTRAINT_NOT_FOUND(1017, ErrorCategory.USER, "42704"),
    DEFINITION_INVALID(1018, ErrorCategory.USER, "42P16"),
    OBJECT_KIND_MISMATCH(1019, ErrorCategory.USER, "42809"),
    OBJECT_IN_USE(1020, ErrorCategory.USER, "2BP01"),
    GENERATED_COLUMN(1021, ErrorCategory.USER, "428C9"),
    OBJECT_STATE(1022, ErrorCategory.USER, "55000"),

    NUMERIC_OUT_OF_RANGE(1101, ErrorCategory.USER, "22003"),
    DIVISION_BY_ZERO(1102, ErrorCategory.USER, "22012"),
    CAST_INVALID(1103, ErrorCategory.USER, "22018"),
    DATETIME_OUT_OF_RANGE(1104, ErrorCategory.USER, "22008"),
    ARGUMENT_INVALID(1105, ErrorCategory.USER, "22023"),
    CARDINALITY_VIOLATION(1106, ErrorCategory.USER, "21000"),
    STRING_TOO_LONG(1107, ErrorCategory.USER, "22001"),
    PATTERN_INVALID(1108, ErrorCategory.USER, "2201B"),
    NULL_NOT_ALLOWED(1109, ErrorCategory.USER, "22004"),
    GRAPH_INPUT_INVALID(1110, ErrorCategory.USER, "22023"),
    ALGORITHM_DID_NOT_CONVERGE(1111, ErrorCategory.USER, "22000"),
    SEQUENCE_EXHAUSTED(1112, ErrorCategory.USER, "2200H"),
    JSON_TEXT_INVALID(1150, ErrorCategory.USER, "22032"),

    NOT_NULL_VIOLATION(1201, ErrorCategory.USER, "23502"),
    FOREIGN_KEY_VIOLATION(1202, ErrorCategory.USER, "23503"),
    UNIQUE_VIOLATION(1203, ErrorCategory.USER, "23505"),
    CHECK_VIOLATION(1204, ErrorCategory.USER, "23514"),

    SERIALIZATION_FAILURE(1301, ErrorCategory.USER, "40001"),
    TRANSACTION_STATE(1302, ErrorCategory.USER, "25000"),
    SAVEPOINT_INVALID(1303, ErrorCategory.USER, "3B001"),

    UNSUPPORTED_OPERATOR(2001, ErrorCategory.UNSUPPORTED, "0A000"),
    UNSUPPORTED_EXPRESSION(2002, ErrorCategory.UNSUPPORTED, "0A000"),
    UNSUPPORTED_TYPE(2003, ErrorCategory.UNSUPPORTED, "0A000"),
    UNSUPPORTED_STATEMENT(2004, ErrorCategory.UNSUPPORTED, "0A000"),
    UNSUPPORTED_FEATURE(2005, ErrorCategory.UNSUPPORTED, "0A000"),

    QUERY_MEMORY_LIMIT_EXCEEDED(3001, ErrorCategory.RESOURCES, "53200"),
    SERVICE_OVERLOADED(3002, ErrorCategory.RESOURCES, "53300"),
    PLANNING_LIMIT_EXCEEDED(3003, ErrorCategory.RESOURCES, "54001"),
    RECURSION_LIMIT_EXCEEDED(3004, ErrorCategory.RESOURCES, "54001"),

    SOURCE_NOT_FOUND(4001, ErrorCategory.SOURCE, "58P01"),
    SOURCE_UNREADABLE(4002, ErrorCategory.SOURCE, "58030"),
    SOURCE_CORRUPT(4003, ErrorCategory.SOURCE, "XX001"),
    SOURCE_SCHEMA_MISMATCH(4004, ErrorCategory.SOURCE, "42804"),
    SOURCE_CHANGED(4005, ErrorCategory.SOURCE, "55000"),
    SOURCE_UNSUPPORTED(4006, ErrorCategory.SOURCE, "0A000"),
    SOURCE_UNWRITABLE(4007, ErrorCategory.SOURCE, "58030"),
    CSV_INVALID(4008, ErrorCategory.SOURCE, "22P04"),
    JSON_INVALID(4009, ErrorCategory.SOURCE, "22P02"),

    CANCELLED(5001, ErrorCategory.CANCELLED, "57014"),
    TIMEOUT(5002, ErrorCategory.CANCELLED, "57014"),

    DEVICE_OUT_OF_MEMORY(6001, ErrorCategory.DEVICE, "53200"),
    DEVICE_FAULT(6002, ErrorCategory.DEVICE, "58000"),
    DEVICE_REQUIRED(6003, ErrorCategory.DEVICE, "0A000"),

    CONNECTION_CLOSED(8001, ErrorCategory.USER, "08003"),
    STATEMENT_CLOSED(8002, ErrorCategory.USER, "24000"),
    READ_ONLY(8003, ErrorCategory.USER, "25006"),

    INTERNAL(9001, ErrorCategory.INTERNAL, "XX000");

    private final int number;
    private final ErrorCategory category;
    private final String sqlState;

    ErrorCode(int number, ErrorCategory category, String sqlState) {
        this.number = number;
        this.category = category;
        this.sqlState = sqlState;
    }

    /** The vendor code, stable across releases. */
    public int number() {
        return number;
    }

    public ErrorCategory category() {
        return category;
    }

    /** Five characters, PostgreSQL's where the standard leaves room. */
    public String sqlState() {
        return sqlState;
    }

    /** The stable snake_case name that reports and documentation use. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
