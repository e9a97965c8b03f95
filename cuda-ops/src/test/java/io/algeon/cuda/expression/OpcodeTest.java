package io.algeon.cuda.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bytecode of Java and of the kernel are the same list. */
class OpcodeTest {
    private static final Path CUDA = Path.of("src/main/cuda");

    @Test
    void opcodes_areThoseOfTheKernel_inTheSameOrder() throws IOException {
        String header = Files.readString(CUDA.resolve("expression/opcodes.cuh"));
        List<String> kernel = Pattern.compile("OP_(\\w+)")
                .matcher(header.substring(header.indexOf("enum Opcode")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(kernel)
                .isEqualTo(Arrays.stream(Opcode.values()).map(Enum::name).toList());
    }

    @Test
    void textFunctionsAndForms_areThoseOfTheKernel_inTheSameOrder() throws IOException {
        assertThat(constants("expression/text_functions.cuh", "TextFunction", "TEXT_"))
                .isEqualTo(Arrays.stream(TextFunction.values()).map(Enum::name).toList());
        assertThat(constants("expression/conversions.cuh", "TextForm", "FORM_"))
                .isEqualTo(Arrays.stream(TextForm.values()).map(Enum::name).toList());
    }

    private static List<String> constants(String file, String name, String prefix) throws IOException {
        String header = Files.readString(CUDA.resolve(file));
        int begin = header.indexOf("enum " + name);
        return Pattern.compile(prefix + "(\\w+)")
                .matcher(header.substring(begin, header.indexOf("};", begin)))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void registersAndMasks_areAsManyAsTheKernelHas() throws IOException {
        String kernel = Files.readString(CUDA.resolve("expression/interpreter.cuh"));
        assertThat(constant(kernel, "REGISTERS")).isEqualTo(ProgramWriter.REGISTERS);
        assertThat(constant(kernel, "MASKS")).isEqualTo(ProgramWriter.MASKS);
    }

    private static int constant(String source, String name) {
        Matcher matcher =
                Pattern.compile("constexpr int " + name + " = (\\d+);").matcher(source);
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }
}
