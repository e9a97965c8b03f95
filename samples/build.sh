# Sourced by the scripts beside it: sets java and jar, builds the driver and the samples if they are missing or stale.
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
jar=$root/driver/target/algeon-jdbc-0.1.0.jar
built=$root/samples/target/console.classpath
for tool in "$java" mvn; do
  command -v "$tool" >/dev/null || { echo "This needs $tool on the PATH (JDK 17 or newer, Maven 3.8 or newer)." >&2; exit 1; }
done
if [ ! -f "$jar" ] || [ ! -f "$built" ] || [ -n "$(find "$root"/pom.xml "$root"/META-INF \
  "$root"/{metadata,engine,cuda-ops,driver,tck,samples}/{src/main,pom.xml} -newer "$built" -print -quit 2>/dev/null)" ]; then
  echo "Building the driver (a minute; the first time Maven also fetches its libraries) ..." >&2
  mvn -B -ntp -q -f "$root/pom.xml" -DskipTests -Dmaven.compiler.showWarnings=false -pl samples,tck -am package \
    dependency:build-classpath -Dmdep.includeScope=runtime -Dmdep.outputFile=target/samples.classpath >&2
  tr ':' '\n' <"$root/samples/target/samples.classpath" | grep sqlline >"$built"
fi
