/**
 * The vault (encrypted backup on the server) transfers a user's trust record (pinned keys of other users, group
 * checkpoints) to the user's other devices.
 */
// The vault is encrypted to the user's own keys and signed with them, so the server can neither read nor forge it.
// The server could still send an outdated vault, so each chat message states the newest version (see message.ts).
import {
  type Bytes,
  decodeBase64url,
  decodeUtf8,
  encodeBase64url,
  encodeUtf8,
} from '#shared/e2ee/encoding.ts'
import { throwRosterError } from '#shared/e2ee/roster.ts'
import { isTextSignedBy } from '#shared/e2ee/signed-text.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { getEncryptionKeyPair, type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'
import { createMutex } from '#web/lib/state/mutex.ts'
import type { Trust } from './trust.ts'
import { emptyTrustRecord, type TrustRecord } from './trust-record.ts'

export interface VaultClient {
  read(): Promise<{ version: number; blob: string } | null>
  /** Replaces the vault (encrypted backup) if its version is `before`; else throws an `isConflict` error. */
  save(vault: { before: number; version: number; blob: string }): Promise<void>
  isConflict(error: unknown): boolean
}

const maxAttempts = 5
const serializeVaultContent = ({ pins, groups }: TrustRecord) => JSON.stringify({ pins, groups })
const buildContext = (userId: number, version: number) => `perantau/vault/1 ${userId} ${version}`

export async function encryptPinnedKeysForServerBackup(
  identity: Identity,
  record: TrustRecord,
  version: number,
): Promise<string> {
  const { seal } = await loadEllipticCurveImplementation()
  const { userId, box } = identity.card
  const { pins, groups } = record
  const context = buildContext(userId, version)
  const plaintext = encodeUtf8(JSON.stringify({ version, pins, groups, plain: [] } satisfies TrustRecord))
  const ciphertext = encodeBase64url(await seal(decodeBase64url(box), plaintext, encodeUtf8(context)))
  const { sig } = await signText(identity.sign, 'vault', `${context} ${ciphertext}`)
  return `${ciphertext}.${sig}`
}

/**
 * Removes verification and acceptance from a record signed with earlier keys, which somebody else may have by now. The
 * remaining pins are worth no more than keys that a device without a vault (encrypted backup on the server) trusts on
 * first use.
 */
function removeUserDecisions(record: TrustRecord): TrustRecord {
  const pinsWithoutVerdicts = Object.entries(record.pins).map(([userId, pin]) => {
    const { verifiedAt: _, acceptedAt: __, ...rest } = pin
    return [userId, rest]
  })
  return { ...record, pins: Object.fromEntries(pinsWithoutVerdicts) }
}

/** Verifies and decrypts a vault (encrypted backup on the server) with the user's current or earlier keys. */
export async function decryptPinnedKeysFromServerBackup(
  identity: Identity,
  version: number,
  blob: string,
): Promise<{ record: TrustRecord; isOlder: boolean }> {
  const { open, verify } = await loadEllipticCurveImplementation()
  const [ciphertext = '', sig = ''] = blob.split('.')
  const context = buildContext(identity.card.userId, version)
  for (const candidate of [identity, ...(identity.older ?? [])]) {
    if (
      !(await isTextSignedBy(verify, candidate.card.sign, 'vault', { body: `${context} ${ciphertext}`, sig }))
    )
      continue
    const plaintext: Bytes = await open(
      getEncryptionKeyPair(candidate),
      decodeBase64url(ciphertext),
      encodeUtf8(context),
    )
    const record = JSON.parse(decodeUtf8(plaintext)) as TrustRecord
    const isOlder = candidate !== identity
    return { record: isOlder ? removeUserDecisions(record) : record, isOlder }
  }
  throwRosterError('vault-forged')
}

/**
 * Synchronizes the vault (encrypted backup on the server) with this device's trust record (pinned keys of
 * other users).
 */
export class Vault {
  readonly #identity: Identity
  readonly #trust: Trust
  readonly #wire: VaultClient
  readonly #pause: number
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #serialize = createMutex()
  /** Version of the vault (encrypted backup) in the server's last response; 0 if the server has no vault. */
  #servedVersion = 0

  /**
   * Creates the synchronization of the vault (encrypted backup on the server). Changes are collected for `pause`
   * milliseconds before they are written.
   */
  constructor(identity: Identity, trust: Trust, wire: VaultClient, pause = 3000) {
    this.#identity = identity
    this.#trust = trust
    this.#wire = wire
    this.#pause = pause
    trust.reloadVault = () => this.read()
    trust.onChanged = () => this.#scheduleWrite()
  }

  read(): Promise<void> {
    return this.#serialize(() => this.#read())
  }

  async #read(): Promise<void> {
    await this.#trust.load()
    const vault = await this.#wire.read()
    this.#servedVersion = vault?.version ?? 0
    const { record, isOlder } = vault
      ? await decryptPinnedKeysFromServerBackup(this.#identity, vault.version, vault.blob)
      : { record: emptyTrustRecord, isOlder: false }
    if (vault) await this.#trust.mergeRecord(record)
    // After an interrupted write or a server restore, the vault (backup) may lack data that this device has.
    // A device that has data which the vault (the user's encrypted data) lacks writes the vault again.
    if (isOlder || serializeVaultContent(this.#trust.get()) !== serializeVaultContent(record))
      this.#scheduleWrite()
  }

  #scheduleWrite(): void {
    clearTimeout(this.#timer)
    // If writing the vault (encrypted backup on the server) fails, the next change writes it again.
    // The trust record (pinned keys of other users) is stored on the device even if writing the vault fails.
    this.#timer = setTimeout(() => void this.write().catch(() => {}), this.#pause)
  }

  /**
   * Writes the vault (encrypted backup on the server) to the server. If another device has written a newer version
   * meanwhile, it is merged first.
   */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    return this.#serialize(async () => {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const before = this.#servedVersion
        // The new vault version exceeds this device's version, so that a restored server reuses no version.
        const version = Math.max(before, this.#trust.get().version) + 1
        const blob = await encryptPinnedKeysForServerBackup(this.#identity, this.#trust.get(), version)
        try {
          await this.#wire.save({ before, version, blob })
          this.#servedVersion = version
          await this.#trust.setVaultVersion(version)
          return
        } catch (error) {
          if (!this.#wire.isConflict(error)) throw error
          await this.#read()
        }
      }
    })
  }
}
