package io.algeon.engine.sql.parser;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ordinary words are names without quotes. */
class WordsTest {
    private static final String WORDS =
            "value,year,month,day,date,time,timestamp,one,count,user,result,rank,partition,second,hour,minute,first,last,name,"
                    + "type,position,percent,language,method,start,end,at,returns,row,rows,values,range,sum,avg,min,max,"
                    + "abs,mod,power,floor,ceil,upper,lower,substring,trim,extract,interval,period,system,session,"
                    + "current,next,prior,key,keys,level,state,status,source,target,version,number,size,length,char,"
                    + "character,int,integer,bigint,decimal,numeric,float,real,double,boolean,varchar,binary,text,uuid,"
                    + "json,map,multiset,grouping,cube,rollup,sets,filter,over,within,window_name,lag,lead,ntile,"
                    + "dense_rank,row_number,percent_rank,cume_dist,first_value,last_value,element,collect,fusion,"
                    + "contains,overlaps,equals,precedes,succeeds,immediately,member,submultiset,set,schema,catalog,"
                    + "database,view,index,trigger,function,procedure,call,cursor,declare,execute,prepare,fetch_size,"
                    + "commit,rollback,begin,transaction,open,close,connect,disconnect,describe,explain,insert,update,"
                    + "delete,merge,truncate,drop,create,alter,grant,revoke,constraint,references,foreign,primary,"
                    + "unique,check,domain,unnest,lateral_view,ordinality,offset,limit,left,right,full,to,only,no,"
                    + "escape,exclude,ignore,respect,nulls,asc_col,zone,local,global,temporary,public,private,static,"
                    + "dynamic,input,output,parameter,condition,cycle,depth,breadth,search,data,datetime,measure,"
                    + "measures,pattern,define,match_number,classifier,running,final,skip,subset,permute,per,portion,"
                    + "versioning,valid,old,new,each,before,after,do,if,loop,while,return,out,inout,sensitive,insensitive,"
                    + "scroll,hold,ref,deref,scope,treat,translate,convert,specific,sql,sqlstate,exec,external,fortran,"
                    + "allow,disallow,any_value,array_agg,string_agg,bit_and,every,corr,covar_pop,regr_slope,stddev_pop,"
                    + "var_pop,ordinal,pivot,unpivot,qualify_me,sample,stream,upsert,variant,varying,width_bucket,"
                    + "without,precision,quarter,week,milliseconds,seconds,years,months,days,hours,minutes,epoch,"
                    + "decade,century,dow,doy,isodow,isoyear,a,c,g,k,m,x,n,e,u";

    static Stream<String> words() {
        return Arrays.stream(WORDS.split(","));
    }

    @ParameterizedTest
    @MethodSource("words")
    void word_asNameAnywhere_parses(String word) {
        String[] statements = {
            "SELECT %s FROM t",
            "SELECT a, %s, b FROM t",
            "SELECT t.%s FROM t",
            "SELECT x + %s * 2 FROM t",
            "SELECT max(%s) FROM t",
            "SELECT a AS %s FROM t",
            "SELECT a AS %s, b FROM t ORDER BY %s DESC",
            "SELECT a FROM t WHERE %s = 1 AND %s IS NOT NULL GROUP BY %s ORDER BY %s",
            "SELECT a FROM t WHERE %s BETWEEN 1 AND 2 OR a = %s",
            "SELECT a FROM t AS %s",
            "WITH %s AS (SELECT 1 AS a) SELECT * FROM %s",
        };
        for (String statement : statements) {
            String sql = statement.replace("%s", word);
            assertThatCode(() -> StatementParser.parse(sql)).as(sql).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 value, 2 year, 3 date, 4 one, 5 result, 6 user, 7 count, 8 partition, 9 month, 10 name",
                "SELECT count(*) day, max(x) hour FROM t result JOIN u value ON result.a = value.a",
                "SELECT rank() OVER (PARTITION BY partition ORDER BY rows ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
                "SELECT sum(x) OVER (w ROWS UNBOUNDED PRECEDING) FROM t WINDOW w AS (PARTITION BY a)",
                "SELECT sum(x) OVER (ORDER BY d RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND CURRENT ROW) FROM t",
                "SELECT DATE '2020-01-01', date '2020-01-01', TIME '01:02:03', TIMESTAMP '2020-01-01 00:00:00'",
                "SELECT date + INTERVAL '1' DAY, INTERVAL '2' YEAR - x, INTERVAL '1 02:03' DAY TO MINUTE FROM t",
                "SELECT INTERVAL a DAY, INTERVAL (a + 1) MONTH, INTERVAL -'3' SECOND FROM t",
                "SELECT EXTRACT(YEAR FROM date), EXTRACT(second FROM time), FLOOR(time TO MONTH) FROM t",
                "SELECT CAST(x AS DATE), CAST(x AS TIMESTAMP(3)), CAST(a AS DOUBLE PRECISION), x::date, x::timestamp(6) FROM t",
                "SELECT CAST(x AS TIMESTAMP WITH TIME ZONE), CAST(x AS INTERVAL DAY TO SECOND), CAST(x AS INTEGER ARRAY)",
                "SELECT TRIM(BOTH 'x' FROM 'y'), SUBSTRING('abc' FROM 2 FOR 1), POSITION('a' IN 'b')",
                "SELECT a FROM t OFFSET 3 ROWS FETCH NEXT 5 ROWS ONLY",
                "SELECT a FROM t LIMIT 5 OFFSET 3",
                "SELECT a FROM t OFFSET 3 LIMIT 5",
                "SELECT a FROM 'data/*.parquet' WHERE a = 'x' AND b IS DISTINCT FROM 'y'",
                "SELECT a FROM t JOIN 'other.parquet' o ON o.a = t.a",
                "SELECT a FROM \"data/*.parquet\", read_parquet('x') r, TABLE(read_parquet('y'))",
                "SELECT a FROM t -- comment\n /* another */ WHERE a != 1;",
                "SELECT {fn upper(a)}, {d '2020-01-01'}, {ts '2020-01-01 00:00:00'}, {fn ucase({fn lcase(b)})} FROM t;;",
                "SELECT a FROM t WHERE a ILIKE 'x%' AND b NOT LIKE 'y' ESCAPE '!'",
                "SELECT count(*) FILTER (WHERE a > 1), string_agg(s, ',' ORDER BY s) FROM t",
                "SELECT a, count(*) FROM t GROUP BY ROLLUP(a, b), GROUPING SETS ((a), ()), CUBE(c)",
                "SELECT 'é', '日本', '😀', U&'\\00e9'",
                "SELECT (start_date - end_date) DAY FROM t",
                "TABLE t",
                "VALUES (1, 2), (3, 4)",
            })
    void keyword_whereItBelongs_parses(String sql) {
        assertThatCode(() -> StatementParser.parse(sql)).as(sql).doesNotThrowAnyException();
    }
}
