import { Download } from 'lucide-react';
import { download } from '../kernel/download.ts';
import { Button } from '../ui/controls/button.tsx';

const kinds = [
  { extension: 'csv', title: 'CSV', purpose: 'as a spreadsheet' },
  { extension: 'pdf', title: 'PDF', purpose: 'to print' },
] as const;

interface DownloadButtonsProps {
  /** What the files contain, as in 'this payout'. */
  readonly what: string;
  /** The API path of both files, without the extension and the query string. */
  readonly path: string;
  readonly query?: string;
  /** Without the extension. */
  readonly filename: string;
}

/** Downloads what the page shows, as CSV or PDF. */
export const DownloadButtons = ({ what, path, query = '', filename }: DownloadButtonsProps) => (
  <>
    {kinds.map(({ extension, title, purpose }) => (
      <Button
        key={extension}
        variant="secondary"
        aria-label={`${title}: download ${what} ${purpose}`}
        onClick={() => void download(`${path}.${extension}${query && `?${query}`}`, `${filename}.${extension}`)}
      >
        <Download size={16} strokeWidth={1.5} aria-hidden />
        {title}
      </Button>
    ))}
  </>
);
