import { AspectRatio, chakra } from '@chakra-ui/react';
import { toast } from '../kernel/toast.tsx';

const processed = () => toast.success('File processed');
const unreadable = () => toast.info('No preview', 'Your browser can’t show this file. It is uploaded all the same.');

interface FilePreviewProps {
  readonly file: File;
  /** An object URL of the file. */
  readonly preview: string;
}

/** The chosen file as the browser shows it, whole; says once when it is ready. */
export const FilePreview = ({ file, preview }: FilePreviewProps) => (
  <AspectRatio ratio={4 / 3} bg="ink" borderRadius="media" overflow="hidden">
    {file.type.startsWith('video/') ? (
      <chakra.video src={preview} controls muted playsInline onLoadedData={processed} onError={unreadable} />
    ) : (
      <chakra.img
        src={preview}
        alt={`Preview of ${file.name}`}
        css={{ objectFit: 'contain !important' }}
        onLoad={processed}
        onError={unreadable}
      />
    )}
  </AspectRatio>
);
