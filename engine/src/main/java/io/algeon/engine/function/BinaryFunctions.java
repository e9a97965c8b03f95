package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.BINARY;
import static io.algeon.engine.function.TypeFamily.CHARACTER;

import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Hashes and text encodings of binary values and texts. */
final class BinaryFunctions {
    private BinaryFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        digest(all, "md5", "MD5", "md5('') = 'd41d8cd98f00b204e9800998ecf8427e'");
        digest(all, "sha1", "SHA-1", "sha1('') = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'");
        digest(all, "sha256", "SHA-256", "left(sha256(''), 8) = 'e3b0c442'");
        digest(all, "sha512", "SHA-512", "left(sha512(''), 8) = 'cf83e135'");
        all.add(function(Category.BINARY, "encode")
                .takes(ResultTypes.VARCHAR, BINARY, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .fallible()
                .expensive()
                .says("The bytes as text in the format hex or base64.", "encode('abc', 'base64') = 'YWJj'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    byte[] bytes = arguments.text(0).bytes(row);
                    out.append(
                            isHex(arguments, row)
                                    ? hex(bytes)
                                    : Base64.getEncoder().encodeToString(bytes));
                })));
        all.add(function(Category.BINARY, "decode")
                .takes(ResultTypes.VARBINARY, CHARACTER, CHARACTER)
                .fallible()
                .expensive()
                .says(
                        "The bytes that a text in the format hex or base64 stands for.",
                        "encode(decode('616263', 'hex'), 'base64') = 'YWJj'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    String text = arguments.text(0).string(row);
                    boolean hex = isHex(arguments, row);
                    try {
                        out.append(
                                hex
                                        ? HexFormat.of().parseHex(text)
                                        : Base64.getMimeDecoder().decode(text));
                    } catch (IllegalArgumentException malformed) {
                        throw new EngineException(
                                ErrorCode.CAST_INVALID,
                                "The text '" + text + "' is not in the format " + (hex ? "hex" : "base64") + ".",
                                malformed);
                    }
                })));
        all.add(function(Category.BINARY, "to_base64")
                .takes(ResultTypes.VARCHAR, BINARY)
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .expensive()
                .says("The bytes in base64.", "to_base64('abc') = 'YWJj'")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) -> out.append(
                                Base64.getEncoder().encode(arguments.text(0).bytes(row))))));
        return all;
    }

    private static boolean isHex(RowArguments arguments, int row) {
        String format = arguments.text(1).string(row).toLowerCase(Locale.ROOT);
        if (!format.equals("hex") && !format.equals("base64")) {
            throw Failures.invalidArgument("The format '" + format + "' is not known; use hex or base64.");
        }
        return format.equals("hex");
    }

    private static void digest(List<ScalarFunction> all, String name, String algorithm, String example) {
        all.add(function(Category.BINARY, name)
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .takes(ResultTypes.VARCHAR, BINARY)
                .expensive()
                .says("The " + algorithm + " hash in hexadecimal digits.", example)
                .by(site -> {
                    MessageDigest digest = digest(algorithm);
                    return RowFunctions.text(site, (arguments, row, out) -> {
                        BytesView text = arguments.text(0);
                        digest.update(text.data(), text.start(row), text.length(row));
                        out.append(hex(digest.digest()));
                    });
                }));
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException missing) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "This Java runtime does not have the hash " + algorithm + ".",
                    missing);
        }
    }

    /** Lower-case hexadecimal digits. */
    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
