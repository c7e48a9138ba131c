import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../kernel/low-priority.ts';
import { DocumentLayout } from './document-layout.ts';
import { loadShaperFor } from './scripts/shaper.ts';
import type { PrintRequest, PrintResponse, Renderer, Task } from './pdf-printer.ts';

lowerThreadPriority();

const documents = new Map<number, DocumentLayout>();
const nothing = Buffer.alloc(0);

const openDocument = (id: number): DocumentLayout => {
  const layout = documents.get(id);
  // An earlier thread had it, and has ended.
  if (!layout) throw new Error('its first pages are lost');
  return layout;
};

const carryOut = async (task: Task): Promise<Buffer> => {
  switch (task.kind) {
    case 'render': {
      const { render } = (await import(task.module)) as Renderer;
      return render(task.input as never);
    }
    case 'open':
      await loadShaperFor(JSON.stringify(task.head));
      documents.set(task.document, new DocumentLayout(task.head, task.isLong));
      return nothing;
    case 'add': {
      await loadShaperFor(JSON.stringify(task.part));
      const layout = openDocument(task.document);
      layout.add(task.part);
      return layout.written();
    }
    case 'end':
      return openDocument(task.document).end();
    case 'drop':
      documents.delete(task.document);
      return nothing;
  }
};

const print = async ({ number, task }: PrintRequest): Promise<PrintResponse> => {
  try {
    // Copied into its own memory, so that it can be transferred.
    return { number, pdf: new Uint8Array(await carryOut(task)) };
  } catch (error) {
    return { number, problem: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (request: PrintRequest) => {
  void print(request).then((response) =>
    parentPort?.postMessage(response, 'pdf' in response ? [response.pdf.buffer] : []),
  );
});
