package io.algeon.cuda.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;

/**
 * The driver of this process, probed once, when it is first asked for. Never throws, prints nothing; where there is no
 * driver it loads no library.
 */
public final class CudaDriver {
    private static final int NAME_BYTES = 256;
    private static final int UUID_BYTES = 16;

    private final List<DeviceDescription> devices;
    private final String reason;
    private final String remedy;

    private CudaDriver(List<DeviceDescription> devices, String reason, String remedy) {
        this.devices = List.copyOf(devices);
        this.reason = reason;
        this.remedy = remedy;
    }

    /** What was found. */
    public static CudaDriver get() {
        return Holder.FOUND;
    }

    private static final class Holder {
        static final CudaDriver FOUND = probe();
    }

    /** GPUs that can be used. */
    public List<DeviceDescription> devices() {
        return devices;
    }

    /** Why there is no GPU, part of a sentence; empty if there is one. */
    public String reason() {
        return reason;
    }

    /** What to do about the reason, sentences; may be empty. */
    public String remedy() {
        return remedy;
    }

    private static CudaDriver probe() {
        NativeLibraries.Unavailable missing = NativeLibraries.missing();
        if (missing == null) {
            missing = NativeLibraries.load();
        }
        if (missing != null) {
            return unusable(missing.reason(), missing.remedy());
        }
        try {
            return enumerate();
        } catch (CudaException failed) {
            return unusable(String.valueOf(failed.getMessage()), "Check that nvidia-smi works for this user.");
        } catch (LinkageError old) {
            return unusable(
                    "the NVIDIA driver is too old: " + old.getMessage(),
                    "Install a driver for CUDA 11.2 or newer (R460).");
        }
    }

    private static CudaDriver unusable(String reason, String remedy) {
        return new CudaDriver(List.of(), reason, remedy);
    }

    private static CudaDriver enumerate() {
        int initialised = JCudaDriver.cuInit(0);
        if (initialised == CUresult.CUDA_ERROR_NO_DEVICE) {
            return unusable(
                    "the NVIDIA driver finds no GPU", "Check nvidia-smi, and CUDA_VISIBLE_DEVICES in the environment.");
        }
        Calls.check(initialised, "cuInit");
        int[] number = new int[1];
        Calls.check(JCudaDriver.cuDriverGetVersion(number), "cuDriverGetVersion");
        int version = number[0];
        if (version < DeviceDescription.OLDEST_DRIVER) {
            return unusable(
                    "the NVIDIA driver is for CUDA " + version / 1000 + "." + version % 1000 / 10
                            + ", the kernels need 11.2",
                    "Install a newer driver (R460 or newer).");
        }
        Calls.check(JCudaDriver.cuDeviceGetCount(number), "cuDeviceGetCount");
        List<DeviceDescription> usable = new ArrayList<>();
        String reason = "the NVIDIA driver finds no GPU";
        String remedy = "Check nvidia-smi, and CUDA_VISIBLE_DEVICES in the environment.";
        for (int ordinal = 0; ordinal < number[0]; ordinal++) {
            DeviceDescription device = describe(ordinal, version);
            if (device.capability() >= DeviceDescription.OLDEST_CAPABILITY) {
                usable.add(device);
            } else {
                reason = "the GPU " + device.name() + " has compute capability " + device.capabilityText()
                        + ", the kernels need 7.5";
                remedy = "Only another GPU helps, of the generation Turing or newer.";
            }
        }
        return usable.isEmpty() ? unusable(reason, remedy) : new CudaDriver(usable, "", "");
    }

    private static DeviceDescription describe(int ordinal, int version) {
        CUdevice device = new CUdevice();
        Calls.check(JCudaDriver.cuDeviceGet(device, ordinal), "cuDeviceGet");
        byte[] name = new byte[NAME_BYTES];
        Calls.check(JCudaDriver.cuDeviceGetName(name, NAME_BYTES, device), "cuDeviceGetName");
        int length = 0;
        while (length < NAME_BYTES && name[length] != 0) {
            length++;
        }
        CUuuid uuid = new CUuuid();
        Calls.check(JCudaDriver.cuDeviceGetUuid(uuid, device), "cuDeviceGetUuid");
        byte[] uuidBytes = new byte[UUID_BYTES];
        for (int i = 0; i < UUID_BYTES && i < uuid.bytes.length; i++) {
            uuidBytes[i] = uuid.bytes[i];
        }
        long[] memory = new long[1];
        Calls.check(JCudaDriver.cuDeviceTotalMem(memory, device), "cuDeviceTotalMem");
        int major = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
        int minor = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
        return new DeviceDescription(
                ordinal,
                new String(name, 0, length, StandardCharsets.UTF_8),
                HexFormat.of().formatHex(uuidBytes),
                major * 10 + minor,
                memory[0],
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                version);
    }

    private static int attribute(CUdevice device, int which) {
        int[] value = new int[1];
        Calls.check(JCudaDriver.cuDeviceGetAttribute(value, which, device), "cuDeviceGetAttribute");
        return value[0];
    }
}
