import { parentPort } from 'node:worker_threads';
import { standBack } from '../../kernel/low-priority.ts';
import { renderAgreement } from './agreement-pdf.ts';
import type { Printed, PrintOrder } from './agreement-press.ts';

standBack();

const print = async ({ number, license, text, proof }: PrintOrder): Promise<Printed> => {
  try {
    const { thumbnail: bytes } = proof;
    // Between threads a Buffer becomes plain bytes.
    const thumbnail = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const pdf = await renderAgreement(license, text, { ...proof, thumbnail });
    // In memory of its own, which can be handed over as it is.
    return { number, pdf: new Uint8Array(pdf) };
  } catch (error) {
    return { number, problem: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (order: PrintOrder) => {
  void print(order).then((printed) => parentPort?.postMessage(printed, 'pdf' in printed ? [printed.pdf.buffer] : []));
});
