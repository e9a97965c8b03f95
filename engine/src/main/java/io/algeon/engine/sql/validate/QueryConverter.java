package io.algeon.engine.sql.validate;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.sql.parser.ParsedStatement;
import io.algeon.engine.sql.tablefunction.TableFunctionCalls;
import io.algeon.engine.sql.tablefunction.TableFunctionConverter;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/** Validates a parsed query against a catalog and makes relational algebra of it. One instance a statement. */
public final class QueryConverter {
    /** Sub-queries stay as they are, lists of values become comparisons, nothing is simplified away. */
    private static final SqlToRelConverter.Config CONFIG = SqlToRelConverter.config()
            .withExpand(false)
            .withTrimUnusedFields(false)
            .withInSubQueryThreshold(Integer.MAX_VALUE)
            .withRelBuilderConfigTransform(config -> config.withSimplify(false)
                    .withSimplifyValues(false)
                    .withSimplifyLimit(false)
                    .withPruneInputOfAggregate(false)
                    .withPushJoinCondition(false));

    private final CatalogReader reader;
    private final @Nullable List<SqlType> givenParameterTypes;
    private final CancellationToken cancellation;

    /**
     * @param currentSchema schema in which unqualified names are looked up first
     * @param givenParameterTypes types for the parameters that nothing else types; null: VARCHAR, and said to be untyped
     * @param cancellation checked often
     */
    public QueryConverter(
            Catalog catalog,
            String currentSchema,
            @Nullable List<SqlType> givenParameterTypes,
            CancellationToken cancellation) {
        this.reader = new CatalogReader(catalog, currentSchema);
        this.givenParameterTypes = givenParameterTypes;
        this.cancellation = cancellation;
    }

    /**
     * Validates and converts.
     *
     * @throws io.algeon.metadata.error.EngineException if the query is wrong; the message says where
     */
    public ConvertedQuery convert(ParsedStatement.Query parsed) {
        try {
            NestingLimit.check(parsed.tree());
            GroupByAll.expand(parsed.tree());
            SqlNode tree = TableFunctionCalls.bind(parsed.tree());
            ParameterTypes parameters = new ParameterTypes(parsed.parameters(), givenParameterTypes, tree);
            QueryValidator validator = new QueryValidator(reader, parameters, cancellation);
            SqlNode validated = validator.validate(tree);
            validator.settleParameters(validated);
            HepPlanner planner = new HepPlanner(HepProgram.builder().build());
            RelOptCluster cluster = RelOptCluster.create(planner, new RowExpressionBuilder());
            cluster.setMetadataQuerySupplier(NoMetadata::query);
            SqlToRelConverter converter = new TableFunctionConverter(
                    (rowType, query, schemaPath, viewPath) -> {
                        throw new UnsupportedOperationException(query);
                    },
                    validator,
                    reader,
                    cluster,
                    Convertlets.INSTANCE,
                    CONFIG);
            RelRoot root = converter.convertQuery(validated, false, true);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < root.fields.size(); i++) {
                String name = root.fields.get(i).getValue();
                names.add(name.startsWith("EXPR$") ? "column" + (i + 1) : name);
            }
            return new ConvertedQuery(root.project(), names, parameters.toList());
        } catch (CalciteContextException e) {
            throw reader.explain(e, parsed.tree());
        } finally {
            // the cluster leaves its metadata provider behind; the thread is the user's
            RelMetadataQueryBase.THREAD_PROVIDERS.remove();
        }
    }
}
