import { Download } from 'lucide-react';
import { download } from '../kernel/download.ts';
import { Button } from '../ui/controls/button.tsx';

const kinds = [
  { ending: 'csv', title: 'CSV', of: 'as a table' },
  { ending: 'pdf', title: 'PDF', of: 'to print' },
] as const;

interface FilesProps {
  /** What they hold, as in 'this payout'. */
  readonly what: string;
  /** Of both, without its ending; what is asked for stands in `query`. */
  readonly path: string;
  readonly query?: string;
  /** Without its ending. */
  readonly filename: string;
}

/** What the page shows, for spreadsheets and on paper. */
export const Files = ({ what, path, query = '', filename }: FilesProps) => (
  <>
    {kinds.map(({ ending, title, of }) => (
      <Button
        key={ending}
        variant="secondary"
        aria-label={`${title}: download ${what} ${of}`}
        onClick={() => void download(`${path}.${ending}${query && `?${query}`}`, `${filename}.${ending}`)}
      >
        <Download size={16} strokeWidth={1.5} aria-hidden />
        {title}
      </Button>
    ))}
  </>
);
