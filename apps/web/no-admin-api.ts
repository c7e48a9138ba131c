/** In place of auth-js's administration of accounts, which it brings along: no browser of ours has the key for it. */
export default class NoAdminApi {}
