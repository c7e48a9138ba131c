import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../kernel/low-priority.ts';
import { DocumentLayout } from './document-layout.ts';
import type { PrintRequest, PrintResponse, Renderer, Task } from './pdf-printer.ts';

lowerThreadPriority();

const documents = new Map<number, DocumentLayout>();
const nothing = Buffer.alloc(0);

const openOne = (document: number): DocumentLayout => {
  const pages = documents.get(document);
  // The thread that had it has ended.
  if (!pages) throw new Error('its first pages are lost');
  return pages;
};

const carryOut = async (task: Task): Promise<Buffer> => {
  switch (task.kind) {
    case 'render': {
      const { render } = (await import(task.module)) as Renderer;
      return render(task.input as never);
    }
    case 'open':
      documents.set(task.document, new DocumentLayout(task.head, task.isLong));
      return nothing;
    case 'add': {
      const pages = openOne(task.document);
      pages.add(task.part);
      return pages.written();
    }
    case 'end':
      return openOne(task.document).end();
    case 'drop':
      documents.delete(task.document);
      return nothing;
  }
};

const print = async ({ number, task }: PrintRequest): Promise<PrintResponse> => {
  try {
    // In memory of its own, which can be handed over as it is.
    return { number, pdf: new Uint8Array(await carryOut(task)) };
  } catch (error) {
    return { number, problem: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (order: PrintRequest) => {
  void print(order).then((printed) => parentPort?.postMessage(printed, 'pdf' in printed ? [printed.pdf.buffer] : []));
});
