import { Box, chakra } from '@chakra-ui/react';
import { Download, Link2 } from 'lucide-react';
import encodeQR from 'qr';
import { saveFile } from '../../kernel/save-file.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DecisionDialog } from '../../ui/decision/decision-dialog.tsx';
import { copyLink } from './code-actions.ts';
import { fullLink } from './links.ts';

/** The width of the empty border in modules. Without it, phone cameras don't detect the code. */
const quietModules = 4;
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The modules of a QR code as one path, each a square of 1 by 1, and how many there are in a row. */
const qrOf = (text: string) => {
  const rows = encodeQR(text, 'raw', { border: quietModules, ecc: 'medium' });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, modules: rows.length };
};

const fileOf = ({ path, modules }: ReturnType<typeof qrOf>) =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" shape-rendering="crispEdges">` +
        `<path fill="#fff" d="M0 0h${modules}v${modules}H0z"/><path d="${path}"/></svg>`,
    ],
    { type: 'image/svg+xml' },
  );

/** A code's link as a QR code, to scan from the screen or in print. It is black on white in both themes. */
export const QrDialog = ({ code, onClose }: { code: string; onClose: () => void }) => {
  const link = fullLink(code);
  const qr = qrOf(link);
  return (
    <DecisionDialog
      title={`QR code for ${code}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          <Button variant="secondary" onClick={() => void copyLink(link)}>
            <Link2 {...icon} /> Copy link
          </Button>
          <Button onClick={() => saveFile(fileOf(qr), `tessera-${code}.svg`)}>
            <Download {...icon} /> Save as SVG
          </Button>
        </>
      }
    >
      <Box display="grid" justifyItems="center" gap="3">
        <chakra.svg
          role="img"
          aria-label={`QR code for ${link}`}
          viewBox={`0 0 ${qr.modules} ${qr.modules}`}
          w="min(240px, 100%)"
          bg="#fff"
          borderRadius="control"
          shapeRendering="crispEdges"
        >
          <path d={qr.path} fill="#000" />
        </chakra.svg>
        <Box fontSize="sm" color="ink.muted" overflowWrap="anywhere" textAlign="center">
          {link}
        </Box>
      </Box>
    </DecisionDialog>
  );
};
