import { Box, Flex, chakra } from '@chakra-ui/react';
import type { PublicCreatorPage } from '@tessera/contract/accounts/profile';
import { plural } from '../kernel/plural.ts';
import { Portrait } from '../ui/facts/portrait.tsx';

/** A readable form of an address: `mara.example/work`. */
const shortAddress = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

const Links = ({ links }: { links: readonly string[] }) => (
  <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="5" fontSize="sm">
    {links.map((address) => (
      <chakra.li key={address} minW="0">
        <chakra.a
          href={address}
          target="_blank"
          rel="noopener nofollow ugc"
          display="inline-flex"
          alignItems="center"
          minH="11"
          overflowWrap="anywhere"
          textDecoration="underline"
          textUnderlineOffset="3px"
        >
          {shortAddress(address)}
        </chakra.a>
      </chakra.li>
    ))}
  </Flex>
);

interface CreatorHeadingProps extends Omit<PublicCreatorPage, 'creator_id'> {
  /** Whether the name is the page's heading, or just a line of text. */
  readonly nameIs: 'h1' | 'p';
}

/** A creator's portrait, name, bio and links, for the top of their page. */
export const CreatorHeading = ({ name, handle, bio, links, portrait_url, licenses, nameIs }: CreatorHeadingProps) => (
  <Box maxW="prose">
    <Flex gap={{ base: '4', md: '5' }} align="center">
      <Portrait name={name} picture={portrait_url} size="20" />
      <Box minW="0">
        <Box
          as={nameIs}
          fontFamily="display"
          fontSize={{ base: '2xl', md: '3xl' }}
          lineHeight="1.15"
          letterSpacing="-0.01em"
          overflowWrap="anywhere"
        >
          {name}
        </Box>
        <Box color="ink.muted" overflowWrap="anywhere" mt="1">
          @{handle}
          {licenses !== null && ` · ${plural(licenses, 'license')} sold`}
        </Box>
      </Box>
    </Flex>
    {bio && (
      <chakra.p mt="5" whiteSpace="pre-line" overflowWrap="anywhere">
        {bio}
      </chakra.p>
    )}
    {links.length > 0 && (
      <Box mt="2">
        <Links links={links} />
      </Box>
    )}
  </Box>
);
