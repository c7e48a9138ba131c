import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link among words or in a cell. */
export const TextLink = chakra(Link, { base: { textDecoration: 'underline', textUnderlineOffset: '3px' } });
