import { readFile } from 'node:fs/promises';

/** Upright pixels of a picture, in its own colors. */
export interface HeicPixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue: a byte each, or for a deep picture a number of 16 bits, of which the lowest ten are used. */
  readonly data: Uint8Array | Uint16Array;
}

export interface OpenHeic {
  readonly width: number;
  readonly height: number;
  /** @param isDeep whether to keep the ten bits of a picture of high dynamic range */
  readonly decode: (isDeep: boolean) => HeicPixels;
}

/** Without the bytes that fill up each row. They are moved in place, since a copy would double the memory. */
const withoutPadding = (data: Uint8Array, stride: number, rowBytes: number, height: number) => {
  if (stride > rowBytes) {
    for (let row = 1; row < height; row += 1) data.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes);
  }
  return data.subarray(0, rowBytes * height);
};

/**
 * Opens a HEIC. sharp's own libheif has no decoder for HEVC, so this is another one, in WebAssembly.
 * @throws when it can't be read; so does `decode`
 */
export const openHeic = async (file: string): Promise<OpenHeic> => {
  // Loaded only for such a picture: no other task may take the memory.
  const { default: load } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  const heif = await load();
  const context = heif.heif_context_alloc();
  const read = heif.heif_context_read_from_memory(context, await readFile(file));
  if (read.code !== heif.heif_error_code.heif_error_Ok) throw new Error(`libheif: ${read.message}`);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if ('code' in handle) throw new Error(`libheif: ${handle.message}`);
  const { heif_chroma_interleaved_RGB: shallow, heif_chroma_interleaved_RRGGBB_LE: deep } = heif.heif_chroma;
  return {
    width: heif.heif_image_handle_get_width(handle),
    height: heif.heif_image_handle_get_height(handle),
    decode: (isDeep) => {
      const decoded = heif.heif_js_decode_image2(
        handle,
        heif.heif_colorspace.heif_colorspace_RGB,
        isDeep ? deep : shallow,
      );
      if ('code' in decoded) throw new Error(`libheif: ${decoded.message}`);
      const [channel] = decoded.channels;
      if (!channel) throw new Error('libheif: no pixels');
      const { width, height } = decoded;
      const bytes = withoutPadding(channel.data, channel.stride, width * (isDeep ? 6 : 3), height);
      return {
        width,
        height,
        data: isDeep ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) : bytes,
      };
    },
  };
};
