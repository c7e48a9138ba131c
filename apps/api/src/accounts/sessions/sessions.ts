import { Inject, Injectable } from '@nestjs/common';
import type { Device } from '@tessera/domain/accounts/access/device';
import { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { RecentMap } from '../../kernel/recent-map.ts';
import { Vault, VaultUnavailable } from '../../kernel/records/port.ts';
import { refreshTokenNotFound, refreshTokenUsed, sessionNotFound } from '../auth/auth-refused.ts';
import { DeviceSeals } from '../devices/device-seals.ts';
import { Factors } from '../second-factor/factors.ts';
import type { Proof } from '../second-factor/account-factors.ts';
import { RefreshTokens } from './refresh-tokens.ts';
import { answered, idleMaxMs, isUnanswered, lastSeenOf, mayBeReused, rotated } from './session-record.ts';
import type { ProvenFactor, SessionRecord, SignInMethod } from './session-record.ts';

const collection = 'sessions';
const sessionsPerAccountMax = 50;
const recentlyLiveMax = 50_000;
/** How long a session counts as confirmed after the owner gave the password again. */
const confirmedMs = 5 * 60_000;
/** How long after following a reset link its session may set a new password. A session left open longer may not. */
const recoveryMs = 60 * 60_000;
/** How often at most the last use of a session is recorded, so that reads don't all cause writes. */
const lastSeenEveryMs = 5 * 60_000;
/** How long this node trusts what it last saw of a session while the vault is down. */
const trustedWhileAwayMs = 5 * 60_000;

/** What a session may be used for. */
export interface SessionStatus {
  /** Whether the password was given, but the second factor is still missing. */
  readonly awaitsSecondFactor: boolean;
}

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly refreshToken: string;
  readonly method: SignInMethod;
  readonly startedAtMs: number;
  readonly secondFactor: ProvenFactor | null;
}

/** A session as its owner sees it. */
export interface OwnSession extends SessionStatus {
  readonly id: string;
  readonly method: SignInMethod;
  readonly device: Device;
  readonly startedAtMs: number;
  /** Accurate to a few minutes. */
  readonly lastSeenAtMs: number;
  readonly endsAtMs: number;
}

const isSame = (one: Device, other: Device) =>
  one.browser === other.browser && one.system === other.system && one.network === other.network;

/**
 * The sessions of all accounts. A refresh token names its session and its generation, so that one record covers a whole
 * family of tokens, and a token of any age is recognized as used. Everyone who presents a token within the reuse window
 * gets the same successor.
 */
@Injectable()
export class SessionRegistry {
  readonly #listeners = new Set<(sessionId: string) => void>();
  readonly #tokens: RefreshTokens;
  /** What this node last saw of live sessions, and when. */
  readonly #recentlyLive = new RecentMap<string, SessionStatus & { readonly atMs: number }>(recentlyLiveMax);

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly factors: Factors,
    private readonly devices: DeviceSeals,
    @Inject(configToken) config: Config,
  ) {
    this.#tokens = new RefreshTokens(config);
  }

  async begin(accountId: string, method: SignInMethod, device: Device): Promise<Session> {
    await this.#makeRoom(accountId);
    const id = this.clock.newId();
    const nowMs = this.#nowMs();
    const deviceSealed = await this.devices.seal({ accountId, sessionId: id }, device);
    const record: SessionRecord = {
      group: accountId,
      generation: 0,
      recentUses: [],
      method,
      startedAtMs: nowMs,
      lastSeenAtMs: nowMs,
      ...(deviceSealed !== null && { deviceSealed }),
      endsAtMs: nowMs + idleMaxMs,
    };
    await this.vault.put(collection, id, record);
    // Checked only now: if a second factor is set up meanwhile, that finds this session and ends it.
    if (await this.factors.isOn(accountId)) await this.#update(id, { awaitsSecondFactor: true });
    return this.#sessionOf(id, record);
  }

  /**
   * Exchanges a refresh token for the next one. A token that is presented again after the reuse window may be stolen, so
   * its session ends. If the vault recorded the exchange but failed before confirming it, the next call returns the result.
   * @param device on which the token is presented
   * @throws AuthRefused
   */
  async refresh(refreshToken: string, device: Device): Promise<Session> {
    const presented = this.#tokens.read(refreshToken);
    if (!presented) throw refreshTokenNotFound();
    const { id, generation } = presented;
    const nowMs = this.#nowMs();
    let found = false;
    const session = await this.vault.update<SessionRecord>(collection, id, (current) => {
      found = current !== undefined && current.endsAtMs > nowMs;
      if (!current || !found) return undefined;
      if (current.generation === generation) return rotated(current, nowMs);
      return mayBeReused(current, generation, nowMs) ? current : undefined;
    });
    if (session) {
      await this.#noteDevice(id, session, device);
      await this.#noteAnswer(id, session);
      return this.#sessionOf(id, session);
    }
    this.#announceEnd(id);
    throw found ? refreshTokenUsed() : refreshTokenNotFound();
  }

  /**
   * Null for a session that has ended. While the vault is down, a session that this node saw live a moment ago counts as
   * live, so that its holder can continue.
   */
  async status(sessionId: string): Promise<SessionStatus | null> {
    try {
      const session = await this.vault.get<SessionRecord>(collection, sessionId);
      if (session === null || session.endsAtMs <= this.#nowMs()) {
        this.#recentlyLive.delete(sessionId);
        return null;
      }
      const status = { awaitsSecondFactor: session.awaitsSecondFactor ?? false };
      this.#recentlyLive.set(sessionId, { ...status, atMs: this.#nowMs() });
      if (this.#nowMs() - lastSeenOf(session) >= lastSeenEveryMs)
        await this.#update(sessionId, { lastSeenAtMs: this.#nowMs() });
      return status;
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error;
      const seen = this.#recentlyLive.get(sessionId);
      if (seen && this.#nowMs() - seen.atMs < trustedWhileAwayMs) return seen;
      throw error;
    }
  }

  /**
   * Records that the session's holder has just proven the second factor: the session is unrestricted from now on, and gets
   * its next refresh token. @throws AuthRefused if it has ended meanwhile
   */
  async prove(sessionId: string, proof: Proof): Promise<Session> {
    const nowMs = this.#nowMs();
    const proven = { awaitsSecondFactor: false, secondFactor: { proof, atMs: nowMs } };
    const session = await this.vault.update<SessionRecord>(
      collection,
      sessionId,
      (current) => current && { ...answered(rotated(current, nowMs), nowMs), ...proven },
    );
    if (!session) throw sessionNotFound();
    return this.#sessionOf(sessionId, session);
  }

  /** After the first second factor was set up: ends all sessions without it, except the given one. */
  async endUnproven(accountId: string, except: string): Promise<void> {
    const sessions = await this.vault.inGroup<SessionRecord>(collection, accountId);
    for (const { key, value } of sessions) if (key !== except && !value.secondFactor) await this.end(key);
  }

  /** After the last second factor was removed: no session waits for it, and none counts as proven by it. */
  async dropSecondFactor(accountId: string): Promise<void> {
    const sessions = await this.vault.inGroup<SessionRecord>(collection, accountId);
    for (const { key } of sessions) await this.#update(key, { awaitsSecondFactor: false, secondFactor: null });
  }

  /** Records that the session's holder has just confirmed to be the owner, which some calls require in addition. */
  async confirm(sessionId: string): Promise<void> {
    await this.#update(sessionId, { confirmedAtMs: this.#nowMs() });
  }

  async isConfirmed(sessionId: string): Promise<boolean> {
    const session = await this.vault.get<SessionRecord>(collection, sessionId);
    return session !== null && this.#nowMs() - (session.confirmedAtMs ?? -Infinity) < confirmedMs;
  }

  /**
   * Whether its holder has proven to be the owner within the last minutes, also by signing in: an unattended screen must
   * not be enough to change how the account is accessed.
   */
  async isFresh(sessionId: string): Promise<boolean> {
    const session = await this.vault.get<SessionRecord>(collection, sessionId);
    if (!session) return false;
    const { startedAtMs, confirmedAtMs = startedAtMs, secondFactor } = session;
    return this.#nowMs() - Math.max(startedAtMs, confirmedAtMs, secondFactor?.atMs ?? 0) < confirmedMs;
  }

  /** Whether the session was recently begun by following a link to reset a forgotten password. */
  async mayReplacePassword(sessionId: string): Promise<boolean> {
    const session = await this.vault.get<SessionRecord>(collection, sessionId);
    return session?.method === 'recovery' && this.#nowMs() - session.startedAtMs < recoveryMs;
  }

  async end(sessionId: string): Promise<void> {
    await this.vault.delete(collection, sessionId);
    this.#recentlyLive.delete(sessionId);
    this.#announceEnd(sessionId);
  }

  /** Ends all sessions of the account, except the given one. */
  async endAll(accountId: string, except?: string): Promise<void> {
    const sessions = await this.vault.inGroup<SessionRecord>(collection, accountId);
    for (const { key } of sessions) if (key !== except) await this.end(key);
  }

  /** The account's live sessions, the most recently used first. */
  async ofAccount(accountId: string): Promise<readonly OwnSession[]> {
    const sessions = await this.vault.inGroup<SessionRecord>(collection, accountId);
    const live = sessions
      .filter(({ value }) => value.endsAtMs > this.#nowMs())
      .sort((one, other) => lastSeenOf(other.value) - lastSeenOf(one.value));
    return Promise.all(live.map(({ key, value }) => this.#ownSessionOf(key, value)));
  }

  /** Returns false if the account has no such session. */
  async endOwn(accountId: string, sessionId: string): Promise<boolean> {
    const session = await this.vault.get<SessionRecord>(collection, sessionId);
    if (session?.group !== accountId || session.endsAtMs <= this.#nowMs()) return false;
    await this.end(sessionId);
    return true;
  }

  /** Calls `listener` as soon as a session ends early. Returns a function that unsubscribes. */
  onEnded(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends expired sessions and, beyond the maximum, those used longest ago. */
  async #makeRoom(accountId: string) {
    const sessions = await this.vault.inGroup<SessionRecord>(collection, accountId);
    const live = sessions
      .filter(({ value }) => value.endsAtMs > this.#nowMs())
      .sort((one, other) => other.value.endsAtMs - one.value.endsAtMs)
      .slice(0, sessionsPerAccountMax - 1);
    const kept = new Set(live.map(({ key }) => key));
    for (const { key } of sessions) if (!kept.has(key)) await this.end(key);
  }

  /** If this can't be recorded, the call is still answered; the token can then be presented again for longer. */
  async #noteAnswer(sessionId: string, session: SessionRecord) {
    if (!isUnanswered(session)) return;
    const note = (now: SessionRecord | undefined) =>
      now?.generation === session.generation ? answered(now, this.#nowMs()) : now;
    await this.vault.update(collection, sessionId, note).catch((error: unknown) => {
      if (!(error instanceof VaultUnavailable)) throw error;
    });
  }

  /** A session's device may change networks, and its browser may be updated or replaced. */
  async #noteDevice(sessionId: string, { group, deviceSealed }: SessionRecord, device: Device) {
    const place = { accountId: group, sessionId };
    if (isSame(device, await this.devices.open(place, deviceSealed ?? null))) return;
    const sealed = await this.devices.seal(place, device);
    if (sealed !== null) await this.#update(sessionId, { deviceSealed: sealed });
  }

  async #ownSessionOf(id: string, session: SessionRecord): Promise<OwnSession> {
    const { group, method = 'password', awaitsSecondFactor = false, deviceSealed, startedAtMs, endsAtMs } = session;
    const device = await this.devices.open({ accountId: group, sessionId: id }, deviceSealed ?? null);
    const lastSeenAtMs = lastSeenOf(session);
    return { id, method, awaitsSecondFactor, device, startedAtMs, lastSeenAtMs, endsAtMs };
  }

  #announceEnd(sessionId: string) {
    for (const listener of this.#listeners) listener(sessionId);
  }

  #update(sessionId: string, change: Partial<SessionRecord>) {
    return this.vault.update<SessionRecord>(collection, sessionId, (now) => now && { ...now, ...change });
  }

  #sessionOf(
    id: string,
    { group, generation, method = 'password', startedAtMs, secondFactor }: SessionRecord,
  ): Session {
    const refreshToken = this.#tokens.of({ id, generation });
    return { id, accountId: group, refreshToken, method, startedAtMs, secondFactor: secondFactor ?? null };
  }

  #nowMs() {
    return this.clock.now().getTime();
  }
}
