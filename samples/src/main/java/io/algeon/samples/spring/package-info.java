/** The driver in an application with Spring JDBC and a HikariCP pool. */
package io.algeon.samples.spring;
