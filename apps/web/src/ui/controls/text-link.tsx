import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link within text or in a table cell. */
export const TextLink = chakra(Link, { base: { textDecoration: 'underline', textUnderlineOffset: '3px' } });
