/** The part of libheif that is used. The package describes no entry that ECMAScript modules can import. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  /** A pointer of libheif's own memory. */
  interface Pointer {
    delete(): void;
  }
  interface Decoded {
    readonly width: number;
    readonly height: number;
    /** One, if the channels are interleaved. It is a part of libheif's own memory. */
    readonly channels: readonly { readonly stride: number; readonly data: Uint8Array }[];
  }
  /** What went wrong. Which it is, is an object that only equals itself. */
  interface HeifError {
    readonly code: object;
    readonly message?: string;
  }
  interface LibHeif {
    readonly heif_error_code: { readonly heif_error_Ok: object };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: object };
    readonly heif_chroma: {
      readonly heif_chroma_interleaved_RGB: object;
      /** Two bytes for each, the lower one first. */
      readonly heif_chroma_interleaved_RRGGBB_LE: object;
    };
    heif_context_alloc(): Pointer;
    heif_context_read_from_memory(context: Pointer, bytes: Uint8Array): HeifError;
    heif_js_context_get_primary_image_handle(context: Pointer): Pointer | HeifError;
    heif_image_handle_get_width(handle: Pointer): number;
    heif_image_handle_get_height(handle: Pointer): number;
    heif_js_decode_image2(handle: Pointer, colorspace: object, chroma: object): Decoded | HeifError;
  }
  const load: () => Promise<LibHeif>;
  export default load;
}
