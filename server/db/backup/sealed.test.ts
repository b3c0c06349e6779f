import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headSize, isSealed, opening, sealing } from './sealed.ts'

const passphrase = 'frasa laluan ujian yang panjang'
const part = 64 * 1024
const sealedPart = part + 16

/** Made by another program that speaks age, with the same passphrase. */
const foreign =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBEZFZVRFZ5WDZ3Z3VhVXhIcWVRa1BRIDEyCkFoaEduMTZWNnNyZ0ZQUnJVdWRud2U2Y3BPL0Y4VS83a1QyWlptVGgva1kKLS0tIEtBV1ZsZTJndm5pUmREWmg0Z1VWK0pBYnJlRi9EczVVQmFNdTVrRk1qU2cKji1aY9z9U8BQymzwTAHdhSzHpTZD7yLjTVjW4H57X1wGC1Al66KtJweINAUbTvxl1vt+L9x/'

async function seal(plain: Buffer): Promise<Buffer> {
  return buffer(Readable.from([plain]).pipe(await sealing(passphrase, 10)))
}

async function unseal(sealed: Buffer, words: string | undefined = passphrase): Promise<Buffer> {
  const { begin, stream } = await opening(sealed.subarray(0, headSize), words)
  const pieces = Readable.from([sealed.subarray(begin)])
  pieces.pipe(stream)
  return buffer(stream)
}

let plain: Buffer
let sealed: Buffer
let begin: number
beforeAll(async () => {
  plain = Buffer.alloc(part * 3 + 100, 'Perantau ')
  sealed = await seal(plain)
  begin = (await opening(sealed.subarray(0, headSize), passphrase)).begin
})

describe('a file under a passphrase', () => {
  test('opens again, and shows nothing of what is in it', async () => {
    expect(isSealed(sealed)).toBe(true)
    expect(sealed.includes('Perantau')).toBe(false)
    expect((await unseal(sealed)).equals(plain)).toBe(true)
  })

  test.each([0, 1, part - 1, part, part + 1, 2 * part])(
    'comes back whole, with %d bytes in it',
    async length => {
      const content = Buffer.alloc(length, 7)
      expect((await unseal(await seal(content))).equals(content)).toBe(true)
    },
  )

  test('of another program that writes the same form opens, too', async () => {
    expect((await unseal(Buffer.from(foreign, 'base64'))).toString()).toBe('isi daripada alat lain')
  })

  test('does not open with other words, nor without any', async () => {
    await expect(unseal(sealed, 'frasa lain yang sama panjang')).rejects.toThrow('not the passphrase')
    await expect(opening(sealed, undefined)).rejects.toThrow('set BACKUP_PASSPHRASE')
  })

  test.each<[string, () => Buffer]>([
    ['cut in a part', () => sealed.subarray(0, -50)],
    ['cut between parts', () => sealed.subarray(0, begin + 2 * sealedPart)],
    ['without its end', () => sealed.subarray(0, begin + 3 * sealedPart)],
    ['without any content', () => sealed.subarray(0, begin)],
    ['longer than it was', () => Buffer.concat([sealed, Buffer.alloc(20)])],
    [
      'with parts in another order',
      () => {
        const at = (n: number) => sealed.subarray(begin + n * sealedPart, begin + (n + 1) * sealedPart)
        return Buffer.concat([
          sealed.subarray(0, begin),
          at(1),
          at(0),
          sealed.subarray(begin + 2 * sealedPart),
        ])
      },
    ],
    [
      'with a part twice',
      () => Buffer.concat([sealed.subarray(0, begin + sealedPart), sealed.subarray(begin)]),
    ],
  ])('is refused when it is %s', async (_name, change) => {
    await expect(unseal(change())).rejects.toThrow('changed or cut short')
  })

  test('is refused with any byte changed, wherever it is', async () => {
    const short = await seal(Buffer.from('sedikit'))
    const change = async (place: number, by: number) => {
      const changed = Buffer.from(short)
      changed[place] = (changed[place] ?? 0) ^ by
      await expect(unseal(changed)).rejects.toThrow()
    }
    const anyPlace = fc.integer({ min: 0, max: short.length - 1 })
    await fc.assert(fc.asyncProperty(anyPlace, fc.integer({ min: 1, max: 255 }), change), { numRuns: 60 })
  })
})

// It asks for the passphrase at a terminal, which `script` is for.
const hasAge = ['/usr/bin/age', '/usr/bin/script'].every(path => existsSync(path))

describe.runIf(hasAge)('the age command (needs age and script: apt-get install age bsdutils)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-age-'))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** With these words for whatever it asks; its exit code. */
  async function runAge(options: string, words = passphrase): Promise<number | null> {
    const child = spawn('script', ['-qec', `age ${options} -o ${to} ${from}`, '/dev/null'])
    let asked = 0
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
      for (const count = output.match(/passphrase[^:]*:/g)?.length ?? 0; asked < count; asked++)
        child.stdin.write(`${words}\n`)
    })
    return new Promise(resolve => child.once('close', resolve))
  }

  test('opens what we sealed, and nothing that was changed', async () => {
    writeFileSync(from, sealed)
    expect(await runAge('-d')).toBe(0)
    expect(readFileSync(to).equals(plain)).toBe(true)
    expect(await runAge('-d', 'frasa lain yang sama panjang')).not.toBe(0)
    const changed = Buffer.from(sealed)
    changed[begin + sealedPart] = (changed[begin + sealedPart] ?? 0) ^ 1
    writeFileSync(from, changed)
    expect(await runAge('-d')).not.toBe(0)
  })

  test('seals what we open', async () => {
    writeFileSync(from, plain)
    expect(await runAge('-p')).toBe(0)
    expect((await unseal(readFileSync(to))).equals(plain)).toBe(true)
  })
})
