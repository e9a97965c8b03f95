package io.algeon.jdbc.internal.meta;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The constants of {@code DatabaseMetaData}: names, versions, what is supported. There are no stored procedures, positioned
 * changes or user-defined types.
 */
abstract class CapabilityMetaData implements DatabaseMetaData {
    /** JDBC's way to say that there is no limit, or none that is known. */
    private static final int NO_LIMIT = 0;

    private static final List<Set<Integer>> CONVERTIBLE = families();

    private static List<Set<Integer>> families() {
        Set<Integer> text = Set.of(Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR);
        Set<Integer> truth =
                Set.of(Types.BIT, Types.BOOLEAN, Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT);
        Set<Integer> numbers = Set.of(
                Types.TINYINT,
                Types.SMALLINT,
                Types.INTEGER,
                Types.BIGINT,
                Types.DECIMAL,
                Types.NUMERIC,
                Types.REAL,
                Types.FLOAT,
                Types.DOUBLE);
        Set<Integer> dates = Set.of(Types.DATE, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE);
        Set<Integer> times = Set.of(Types.TIME, Types.TIMESTAMP);
        List<Set<Integer>> families = new ArrayList<>(List.of(text));
        for (Set<Integer> family : List.of(truth, numbers, dates, times)) {
            families.add(family);
            family.forEach(type -> families.add(Set.of(type, Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR)));
        }
        return List.copyOf(families);
    }

    @Override
    public final RowIdLifetime getRowIdLifetime() {
        return RowIdLifetime.ROWID_UNSUPPORTED;
    }

    @Override
    public final String getCatalogSeparator() {
        return ".";
    }

    @Override
    public final String getCatalogTerm() {
        return "database";
    }

    @Override
    public final String getDatabaseProductName() {
        return DriverInformation.PRODUCT;
    }

    @Override
    public final String getDatabaseProductVersion() {
        return DriverInformation.VERSION;
    }

    @Override
    public final String getDriverName() {
        return DriverInformation.NAME;
    }

    @Override
    public final String getDriverVersion() {
        return DriverInformation.VERSION;
    }

    @Override
    public final String getExtraNameCharacters() {
        return "";
    }

    @Override
    public final String getIdentifierQuoteString() {
        return "\"";
    }

    @Override
    public final String getNumericFunctions() {
        return "ABS,ACOS,ASIN,ATAN,ATAN2,CEILING,COS,COT,DEGREES,EXP,FLOOR,LOG,LOG10,MOD,PI,POWER,RADIANS,RAND,ROUND,"
                + "SIGN,SIN,SQRT,TAN,TRUNCATE";
    }

    @Override
    public final String getProcedureTerm() {
        return "procedure";
    }

    @Override
    public final String getSQLKeywords() {
        return "ILIKE,LIMIT,QUALIFY,SHOW,EXPLAIN,USE,TRY_CAST";
    }

    @Override
    public final String getSchemaTerm() {
        return "schema";
    }

    @Override
    public final String getSearchStringEscape() {
        return "\\";
    }

    @Override
    public final String getStringFunctions() {
        return "ASCII,CHAR,CHAR_LENGTH,CHARACTER_LENGTH,CONCAT,INSERT,LCASE,LEFT,LENGTH,LOCATE,LTRIM,OCTET_LENGTH,POSITION,"
                + "REPEAT,REPLACE,RIGHT,RTRIM,SPACE,SUBSTRING,UCASE";
    }

    @Override
    public final String getSystemFunctions() {
        return "DATABASE,IFNULL,USER";
    }

    @Override
    public final String getTimeDateFunctions() {
        return "CURDATE,CURRENT_DATE,CURRENT_TIME,CURRENT_TIMESTAMP,CURTIME,DAYNAME,DAYOFMONTH,DAYOFWEEK,DAYOFYEAR,EXTRACT,HOUR,"
                + "MINUTE,MONTH,MONTHNAME,NOW,QUARTER,SECOND,TIMESTAMPADD,TIMESTAMPDIFF,WEEK,YEAR";
    }

    @Override
    public final boolean allProceduresAreCallable() {
        return false;
    }

    @Override
    public final boolean allTablesAreSelectable() {
        return true;
    }

    @Override
    public final boolean autoCommitFailureClosesAllResultSets() {
        return false;
    }

    @Override
    public final boolean dataDefinitionCausesTransactionCommit() {
        return false;
    }

    @Override
    public final boolean dataDefinitionIgnoredInTransactions() {
        return false;
    }

    @Override
    public final boolean deletesAreDetected(int type) {
        return false;
    }

    @Override
    public final boolean doesMaxRowSizeIncludeBlobs() {
        return true;
    }

    @Override
    public final boolean generatedKeyAlwaysReturned() {
        return false;
    }

    @Override
    public final boolean insertsAreDetected(int type) {
        return false;
    }

    @Override
    public final boolean isCatalogAtStart() {
        return true;
    }

    @Override
    public final boolean isReadOnly() {
        return false;
    }

    @Override
    public final boolean locatorsUpdateCopy() {
        return false;
    }

    @Override
    public final boolean nullPlusNonNullIsNull() {
        return true;
    }

    @Override
    public final boolean nullsAreSortedAtEnd() {
        return false;
    }

    @Override
    public final boolean nullsAreSortedAtStart() {
        return false;
    }

    @Override
    public final boolean nullsAreSortedHigh() {
        return true;
    }

    @Override
    public final boolean nullsAreSortedLow() {
        return false;
    }

    @Override
    public final boolean othersDeletesAreVisible(int type) {
        return false;
    }

    @Override
    public final boolean othersInsertsAreVisible(int type) {
        return false;
    }

    @Override
    public final boolean othersUpdatesAreVisible(int type) {
        return false;
    }

    @Override
    public final boolean ownDeletesAreVisible(int type) {
        return false;
    }

    @Override
    public final boolean ownInsertsAreVisible(int type) {
        return false;
    }

    @Override
    public final boolean ownUpdatesAreVisible(int type) {
        return false;
    }

    @Override
    public final boolean storesLowerCaseIdentifiers() {
        return false;
    }

    @Override
    public final boolean storesLowerCaseQuotedIdentifiers() {
        return false;
    }

    @Override
    public final boolean storesMixedCaseIdentifiers() {
        return true;
    }

    @Override
    public final boolean storesMixedCaseQuotedIdentifiers() {
        return true;
    }

    @Override
    public final boolean storesUpperCaseIdentifiers() {
        return false;
    }

    @Override
    public final boolean storesUpperCaseQuotedIdentifiers() {
        return false;
    }

    @Override
    public final boolean supportsANSI92EntryLevelSQL() {
        return true;
    }

    @Override
    public final boolean supportsANSI92FullSQL() {
        return false;
    }

    @Override
    public final boolean supportsANSI92IntermediateSQL() {
        return false;
    }

    @Override
    public final boolean supportsAlterTableWithAddColumn() {
        return true;
    }

    @Override
    public final boolean supportsAlterTableWithDropColumn() {
        return true;
    }

    @Override
    public final boolean supportsBatchUpdates() {
        return true;
    }

    @Override
    public final boolean supportsCatalogsInDataManipulation() {
        return false;
    }

    @Override
    public final boolean supportsCatalogsInIndexDefinitions() {
        return false;
    }

    @Override
    public final boolean supportsCatalogsInPrivilegeDefinitions() {
        return false;
    }

    @Override
    public final boolean supportsCatalogsInProcedureCalls() {
        return false;
    }

    @Override
    public final boolean supportsCatalogsInTableDefinitions() {
        return false;
    }

    @Override
    public final boolean supportsColumnAliasing() {
        return true;
    }

    @Override
    public final boolean supportsConvert() {
        return true;
    }

    /**
     * Text is converted to and from every type, numbers to each other, truth values to and from whole numbers, and what has a
     * date or a time.
     */
    @Override
    public final boolean supportsConvert(int type, int value) {
        return CONVERTIBLE.stream().anyMatch(family -> family.contains(type) && family.contains(value));
    }

    @Override
    public final boolean supportsCoreSQLGrammar() {
        return true;
    }

    @Override
    public final boolean supportsCorrelatedSubqueries() {
        return true;
    }

    @Override
    public final boolean supportsDataDefinitionAndDataManipulationTransactions() {
        return true;
    }

    @Override
    public final boolean supportsDataManipulationTransactionsOnly() {
        return false;
    }

    @Override
    public final boolean supportsDifferentTableCorrelationNames() {
        return false;
    }

    @Override
    public final boolean supportsExpressionsInOrderBy() {
        return true;
    }

    @Override
    public final boolean supportsExtendedSQLGrammar() {
        return false;
    }

    @Override
    public final boolean supportsFullOuterJoins() {
        return true;
    }

    @Override
    public final boolean supportsGetGeneratedKeys() {
        return true;
    }

    @Override
    public final boolean supportsGroupBy() {
        return true;
    }

    @Override
    public final boolean supportsGroupByBeyondSelect() {
        return true;
    }

    @Override
    public final boolean supportsGroupByUnrelated() {
        return true;
    }

    @Override
    public final boolean supportsIntegrityEnhancementFacility() {
        return true;
    }

    @Override
    public final boolean supportsLikeEscapeClause() {
        return true;
    }

    @Override
    public final boolean supportsLimitedOuterJoins() {
        return true;
    }

    @Override
    public final boolean supportsMinimumSQLGrammar() {
        return true;
    }

    @Override
    public final boolean supportsMixedCaseIdentifiers() {
        return false;
    }

    @Override
    public final boolean supportsMixedCaseQuotedIdentifiers() {
        return true;
    }

    @Override
    public final boolean supportsMultipleOpenResults() {
        return false;
    }

    @Override
    public final boolean supportsMultipleResultSets() {
        return false;
    }

    @Override
    public final boolean supportsMultipleTransactions() {
        return true;
    }

    @Override
    public final boolean supportsNamedParameters() {
        return false;
    }

    @Override
    public final boolean supportsNonNullableColumns() {
        return true;
    }

    @Override
    public final boolean supportsOpenCursorsAcrossCommit() {
        return true;
    }

    @Override
    public final boolean supportsOpenCursorsAcrossRollback() {
        return true;
    }

    @Override
    public final boolean supportsOpenStatementsAcrossCommit() {
        return true;
    }

    @Override
    public final boolean supportsOpenStatementsAcrossRollback() {
        return true;
    }

    @Override
    public final boolean supportsOrderByUnrelated() {
        return true;
    }

    @Override
    public final boolean supportsOuterJoins() {
        return true;
    }

    @Override
    public final boolean supportsPositionedDelete() {
        return false;
    }

    @Override
    public final boolean supportsPositionedUpdate() {
        return false;
    }

    @Override
    public final boolean supportsResultSetConcurrency(int type, int value) {
        return type == ResultSet.TYPE_FORWARD_ONLY && value == ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public final boolean supportsResultSetHoldability(int type) {
        return type == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public final boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY;
    }

    @Override
    public final boolean supportsSavepoints() {
        return true;
    }

    @Override
    public final boolean supportsSchemasInDataManipulation() {
        return true;
    }

    @Override
    public final boolean supportsSchemasInIndexDefinitions() {
        return true;
    }

    @Override
    public final boolean supportsSchemasInPrivilegeDefinitions() {
        return false;
    }

    @Override
    public final boolean supportsSchemasInProcedureCalls() {
        return false;
    }

    @Override
    public final boolean supportsSchemasInTableDefinitions() {
        return true;
    }

    @Override
    public final boolean supportsSelectForUpdate() {
        return false;
    }

    @Override
    public final boolean supportsStatementPooling() {
        return false;
    }

    @Override
    public final boolean supportsStoredFunctionsUsingCallSyntax() {
        return false;
    }

    @Override
    public final boolean supportsStoredProcedures() {
        return false;
    }

    @Override
    public final boolean supportsSubqueriesInComparisons() {
        return true;
    }

    @Override
    public final boolean supportsSubqueriesInExists() {
        return true;
    }

    @Override
    public final boolean supportsSubqueriesInIns() {
        return true;
    }

    @Override
    public final boolean supportsSubqueriesInQuantifieds() {
        return true;
    }

    @Override
    public final boolean supportsTableCorrelationNames() {
        return true;
    }

    @Override
    public final boolean supportsTransactionIsolationLevel(int type) {
        return type == Connection.TRANSACTION_READ_UNCOMMITTED
                || type == Connection.TRANSACTION_READ_COMMITTED
                || type == Connection.TRANSACTION_REPEATABLE_READ;
    }

    @Override
    public final boolean supportsTransactions() {
        return true;
    }

    @Override
    public final boolean supportsUnion() {
        return true;
    }

    @Override
    public final boolean supportsUnionAll() {
        return true;
    }

    @Override
    public final boolean updatesAreDetected(int type) {
        return false;
    }

    @Override
    public final boolean usesLocalFilePerTable() {
        return true;
    }

    @Override
    public final boolean usesLocalFiles() {
        return true;
    }

    @Override
    public final int getDatabaseMajorVersion() {
        return DriverInformation.MAJOR;
    }

    @Override
    public final int getDatabaseMinorVersion() {
        return DriverInformation.MINOR;
    }

    @Override
    public final int getDefaultTransactionIsolation() {
        return Connection.TRANSACTION_REPEATABLE_READ;
    }

    @Override
    public final int getDriverMajorVersion() {
        return DriverInformation.MAJOR;
    }

    @Override
    public final int getDriverMinorVersion() {
        return DriverInformation.MINOR;
    }

    @Override
    public final int getJDBCMajorVersion() {
        return DriverInformation.JDBC_MAJOR;
    }

    @Override
    public final int getJDBCMinorVersion() {
        return DriverInformation.JDBC_MINOR;
    }

    @Override
    public final int getMaxBinaryLiteralLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxCatalogNameLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxCharLiteralLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxColumnNameLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxColumnsInGroupBy() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxColumnsInIndex() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxColumnsInOrderBy() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxColumnsInSelect() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxColumnsInTable() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxConnections() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxCursorNameLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxIndexLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxProcedureNameLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxRowSize() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxSchemaNameLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxStatementLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxStatements() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxTableNameLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxTablesInSelect() {
        return NO_LIMIT;
    }

    @Override
    public final int getMaxUserNameLength() {
        return NO_LIMIT;
    }

    @Override
    public final int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public final int getSQLStateType() {
        return sqlStateSQL;
    }
}
