// What this person's devices know of others, for the next device: sealed to their own card and signed with it, so that
// the server can neither read it nor write one of its own. What it can do is serve an old one; see `message.ts`.
import { type Bytes, decode, encode, toBytes, toText } from '#shared/e2ee/encoding.ts'
import { refuse } from '#shared/e2ee/roster.ts'
import { isSignedBy } from '#shared/e2ee/signed.ts'
import { createMutex } from '#web/lib/mutex.ts'
import { loadCurves } from './curves.ts'
import { boxPair, type Identity, signText } from './identity.ts'
import { nothingKnown, type Trust, type TrustRecord } from './trust.ts'

export interface VaultWire {
  read(): Promise<{ version: number; blob: string } | null>
  /** `before`: the one that was read. */
  save(vault: { before: number; version: number; blob: string }): Promise<void>
  isConflict(error: unknown): boolean
}

const tries = 5
const contentOf = ({ pins, groups }: TrustRecord) => JSON.stringify({ pins, groups })
const boundTo = (userId: number, version: number) => `perantau/vault/1 ${userId} ${version}`

export async function sealVault(identity: Identity, record: TrustRecord, version: number): Promise<string> {
  const { seal } = await loadCurves()
  const { userId, box } = identity.card
  const { pins, groups } = record
  const name = boundTo(userId, version)
  const plain = toBytes(JSON.stringify({ version, pins, groups, plain: [] } satisfies TrustRecord))
  const sealed = encode(await seal(decode(box), plain, toBytes(name)))
  const { sig } = await signText(identity.sign, 'vault', `${name} ${sealed}`)
  return `${sealed}.${sig}`
}

/**
 * What was signed with earlier keys may be somebody else's who has them by now: whom this person compared numbers with,
 * and to whose new keys they said yes, is not taken from it. The rest is no more than a device without a vault believes.
 */
function withoutVerdicts(record: TrustRecord): TrustRecord {
  const bare = Object.entries(record.pins).map(([userId, pin]) => {
    const { verifiedAt: _, acceptedAt: __, ...rest } = pin
    return [userId, rest]
  })
  return { ...record, pins: Object.fromEntries(bare) }
}

/** With the keys of today, or with earlier ones of the same person. */
export async function openVault(
  identity: Identity,
  version: number,
  blob: string,
): Promise<{ record: TrustRecord; isOlder: boolean }> {
  const { open, verify } = await loadCurves()
  const [sealed = '', sig = ''] = blob.split('.')
  const name = boundTo(identity.card.userId, version)
  for (const one of [identity, ...(identity.older ?? [])]) {
    if (!(await isSignedBy(verify, one.card.sign, 'vault', { body: `${name} ${sealed}`, sig }))) continue
    const plain: Bytes = await open(boxPair(one), decode(sealed), toBytes(name))
    const record = JSON.parse(toText(plain)) as TrustRecord
    const isOlder = one !== identity
    return { record: isOlder ? withoutVerdicts(record) : record, isOlder }
  }
  refuse('vault-forged')
}

/** Keeps the vault and what this device trusts the same. */
export class Vault {
  readonly #identity: Identity
  readonly #trust: Trust
  readonly #wire: VaultWire
  readonly #pause: number
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #inTurn = createMutex()
  /** Of what was served last. */
  #served = 0

  /** `pause`: how long it gathers what is learnt before it writes; milliseconds. */
  constructor(identity: Identity, trust: Trust, wire: VaultWire, pause = 3000) {
    this.#identity = identity
    this.#trust = trust
    this.#wire = wire
    this.#pause = pause
    trust.lookAgain = () => this.read()
    trust.onLearnt = () => this.#writeSoon()
  }

  read(): Promise<void> {
    return this.#inTurn(() => this.#read())
  }

  async #read(): Promise<void> {
    await this.#trust.load()
    const vault = await this.#wire.read()
    this.#served = vault?.version ?? 0
    const { record, isOlder } = vault
      ? await openVault(this.#identity, vault.version, vault.blob)
      : { record: nothingKnown, isOlder: false }
    if (vault) await this.#trust.take(record)
    // This device knows more: it was stopped before it could write, or the server was put back to an earlier state.
    if (isOlder || contentOf(this.#trust.get()) !== contentOf(record)) this.#writeSoon()
  }

  #writeSoon(): void {
    clearTimeout(this.#timer)
    // Another occasion will come; what is known here is on the device.
    this.#timer = setTimeout(() => void this.write().catch(() => {}), this.#pause)
  }

  /** Compare and set: what somebody else has written meanwhile is read first, and nothing of it is lost. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    return this.#inTurn(async () => {
      for (let time = 0; time < tries; time++) {
        const before = this.#served
        // Also where the server was put back to an earlier one: a version never stands for two.
        const version = Math.max(before, this.#trust.get().version) + 1
        const blob = await sealVault(this.#identity, this.#trust.get(), version)
        try {
          await this.#wire.save({ before, version, blob })
          this.#served = version
          await this.#trust.stored(version)
          return
        } catch (error) {
          if (!this.#wire.isConflict(error)) throw error
          await this.#read()
        }
      }
    })
  }
}
