import { AspectRatio, Grid, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { toast } from '../../kernel/toast.tsx';

const reportProcessed = () => toast.success('File processed');
const reportUnreadable = () =>
  toast.info('No preview', 'Your browser can’t show this file, but you can still upload it.');

/** The moment of a video that its still picture shows. Not the first frame: many videos start black. */
export const stillAt = '#t=0.5';

interface FilePreviewProps {
  readonly file: File;
  /** An object URL of the file. */
  readonly preview: string;
}

/** Shows the chosen file uncropped, and confirms once that it could be displayed. */
export const FilePreview = ({ file, preview }: FilePreviewProps) => {
  const [isUnreadable, setUnreadable] = useState(false);
  const fail = () => {
    setUnreadable(true);
    reportUnreadable();
  };
  return (
    <AspectRatio ratio={4 / 3} bg="sunken" borderRadius="media" overflow="hidden">
      {isUnreadable ? (
        <Grid placeItems="center" color="ink.muted" fontSize="sm">
          No preview
        </Grid>
      ) : file.type.startsWith('video/') ? (
        <chakra.video
          src={`${preview}${stillAt}`}
          controls
          muted
          playsInline
          onLoadedData={reportProcessed}
          onError={fail}
        />
      ) : (
        <chakra.img
          src={preview}
          alt={`Preview of ${file.name}`}
          css={{ objectFit: 'contain !important' }}
          onLoad={reportProcessed}
          onError={fail}
        />
      )}
    </AspectRatio>
  );
};
