import { parentPort } from 'node:worker_threads';
import { standBack } from '../../kernel/low-priority.ts';
import { renderAgreement } from './agreement-pdf.ts';
import type { Printed, PrintOrder } from './agreement-press.ts';

standBack();

const print = async ({ number, license, text, proof }: PrintOrder): Promise<Printed> => {
  try {
    // Between threads a Buffer becomes plain bytes.
    const thumbnail = proof.thumbnail && Buffer.from(proof.thumbnail);
    return { number, pdf: await renderAgreement(license, text, { ...proof, thumbnail }) };
  } catch (error) {
    return { number, problem: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (order: PrintOrder) => {
  void print(order).then((printed) => parentPort?.postMessage(printed));
});
