import { AspectRatio, Grid, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { toast } from '../../kernel/toast.tsx';

const processed = () => toast.success('File processed');
const unreadable = () => toast.info('No preview', 'Your browser can’t show this file, but you can still upload it.');

/** Where a film's still is taken: many begin in black. */
export const stillAt = '#t=0.5';

interface FilePreviewProps {
  readonly file: File;
  /** An object URL of the file. */
  readonly preview: string;
}

/** The chosen file as the browser shows it, whole; says once when it is ready. */
export const FilePreview = ({ file, preview }: FilePreviewProps) => {
  const [isUnreadable, setUnreadable] = useState(false);
  const fail = () => {
    setUnreadable(true);
    unreadable();
  };
  return (
    <AspectRatio ratio={4 / 3} bg="sunken" borderRadius="media" overflow="hidden">
      {isUnreadable ? (
        <Grid placeItems="center" color="ink.muted" fontSize="sm">
          No preview
        </Grid>
      ) : file.type.startsWith('video/') ? (
        <chakra.video src={`${preview}${stillAt}`} controls muted playsInline onLoadedData={processed} onError={fail} />
      ) : (
        <chakra.img
          src={preview}
          alt={`Preview of ${file.name}`}
          css={{ objectFit: 'contain !important' }}
          onLoad={processed}
          onError={fail}
        />
      )}
    </AspectRatio>
  );
};
