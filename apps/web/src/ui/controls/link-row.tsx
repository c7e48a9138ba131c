import { Box, chakra } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface LinkRowProps {
  readonly to: string;
  /** An icon before the title, in its own color. */
  readonly mark: ReactNode;
  readonly title: ReactNode;
  /** One line below the title. */
  readonly text?: ReactNode;
  /** Without anything left to do, the row has no arrow, and its title is muted. */
  readonly done?: boolean;
}

/** A task in a list, as a link to where it is done. */
export const LinkRow = ({ to, mark, title, text, done = false }: LinkRowProps) => (
  <chakra.li borderTopWidth="1px" borderColor="hairline" _first={{ borderTopWidth: 0 }}>
    <chakra.span
      asChild
      display="flex"
      alignItems="center"
      gap="3"
      py="3"
      color="ink"
      textDecoration="none"
      css={{
        '&:hover .arrow': { transform: 'translateX(3px)' },
        '& .arrow': { transition: 'transform 120ms ease-out' },
      }}
    >
      <Link to={to}>
        {mark}
        <Box flex="1" minW="0">
          <Box fontWeight="500" color={done ? 'ink.muted' : undefined}>
            {title}
          </Box>
          {text && (
            <Box fontSize="sm" color="ink.muted">
              {text}
            </Box>
          )}
        </Box>
        {!done && <ArrowRight className="arrow" size={18} strokeWidth={1.5} aria-hidden />}
      </Link>
    </chakra.span>
  </chakra.li>
);
