import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDecryptionStream,
  createEncryptionStream,
  encryptionHeaderSize,
  isEncryptedBackup,
} from './age-encryption.ts'

const passphrase = 'frasa laluan ujian yang panjang'
const chunkSize = 64 * 1024
const encryptedChunkSize = chunkSize + 16

/** Backup file that another implementation of age encrypted with the same passphrase. */
const encryptedByOtherTool =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBEZFZVRFZ5WDZ3Z3VhVXhIcWVRa1BRIDEyCkFoaEduMTZWNnNyZ0ZQUnJVdWRud2U2Y3BPL0Y4VS83a1QyWlptVGgva1kKLS0tIEtBV1ZsZTJndm5pUmREWmg0Z1VWK0pBYnJlRi9EczVVQmFNdTVrRk1qU2cKji1aY9z9U8BQymzwTAHdhSzHpTZD7yLjTVjW4H57X1wGC1Al66KtJweINAUbTvxl1vt+L9x/'

async function encryptStream(plaintext: Buffer): Promise<Buffer> {
  return buffer(Readable.from([plaintext]).pipe(await createEncryptionStream(passphrase, 10)))
}

async function decryptStream(
  ciphertext: Buffer,
  passphraseInput: string | undefined = passphrase,
): Promise<Buffer> {
  const { begin: contentOffset, stream } = await createDecryptionStream(
    ciphertext.subarray(0, encryptionHeaderSize),
    passphraseInput,
  )
  const pieces = Readable.from([ciphertext.subarray(contentOffset)])
  pieces.pipe(stream)
  return buffer(stream)
}

let plaintext: Buffer
let ciphertext: Buffer
let contentOffset: number
beforeAll(async () => {
  plaintext = Buffer.alloc(chunkSize * 3 + 100, 'Perantau ')
  ciphertext = await encryptStream(plaintext)
  contentOffset = (await createDecryptionStream(ciphertext.subarray(0, encryptionHeaderSize), passphrase))
    .begin
})

describe('age encryption', () => {
  test('an encrypted backup file decrypts to the original bytes and contains no plaintext', async () => {
    expect(isEncryptedBackup(ciphertext)).toBe(true)
    expect(ciphertext.includes('Perantau')).toBe(false)
    expect((await decryptStream(ciphertext)).equals(plaintext)).toBe(true)
  })

  test.each([0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 2 * chunkSize])(
    'a backup file of %d bytes is unchanged after encryption and decryption',
    async length => {
      const content = Buffer.alloc(length, 7)
      expect((await decryptStream(await encryptStream(content))).equals(content)).toBe(true)
    },
  )

  test('a backup file that another implementation of age encrypted can be decrypted', async () => {
    expect((await decryptStream(Buffer.from(encryptedByOtherTool, 'base64'))).toString()).toBe(
      'isi daripada alat lain',
    )
  })

  test('decrypting a backup file fails with a wrong passphrase and without a passphrase', async () => {
    await expect(decryptStream(ciphertext, 'frasa lain yang sama panjang')).rejects.toThrow(
      'not the passphrase',
    )
    await expect(createDecryptionStream(ciphertext, undefined)).rejects.toThrow('set BACKUP_PASSPHRASE')
  })

  test.each<[string, () => Buffer]>([
    ['truncated within a chunk', () => ciphertext.subarray(0, -50)],
    ['truncated between two chunks', () => ciphertext.subarray(0, contentOffset + 2 * encryptedChunkSize)],
    ['without its last chunk', () => ciphertext.subarray(0, contentOffset + 3 * encryptedChunkSize)],
    ['without chunks', () => ciphertext.subarray(0, contentOffset)],
    ['extended after its end', () => Buffer.concat([ciphertext, Buffer.alloc(20)])],
    [
      'with chunks in another order',
      () => {
        const getEncryptedChunk = (n: number) =>
          ciphertext.subarray(
            contentOffset + n * encryptedChunkSize,
            contentOffset + (n + 1) * encryptedChunkSize,
          )
        return Buffer.concat([
          ciphertext.subarray(0, contentOffset),
          getEncryptedChunk(1),
          getEncryptedChunk(0),
          ciphertext.subarray(contentOffset + 2 * encryptedChunkSize),
        ])
      },
    ],
    [
      'with a repeated chunk',
      () =>
        Buffer.concat([
          ciphertext.subarray(0, contentOffset + encryptedChunkSize),
          ciphertext.subarray(contentOffset),
        ]),
    ],
  ])('decryption rejects a file that is %s', async (_name, changeByte) => {
    await expect(decryptStream(changeByte())).rejects.toThrow('changed or cut short')
  })

  test('decryption rejects a backup file whose MAC differs only in the unused bits of its last base64 character', async () => {
    const file = await encryptStream(Buffer.from('sedikit'))
    const position = file.indexOf('\n', file.indexOf('---')) - 1
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    file[position] = alphabet.charCodeAt(alphabet.indexOf(String.fromCharCode(file[position] ?? 0)) + 1)
    await expect(decryptStream(file)).rejects.toThrow()
  })

  test('decryption rejects a backup file in which any single byte was changed', async () => {
    const shortFile = await encryptStream(Buffer.from('sedikit'))
    const changeByte = async (position: number, by: number) => {
      const changed = Buffer.from(shortFile)
      changed[position] = (changed[position] ?? 0) ^ by
      await expect(decryptStream(changed)).rejects.toThrow()
    }
    const anyPosition = fc.integer({ min: 0, max: shortFile.length - 1 })
    await fc.assert(fc.asyncProperty(anyPosition, fc.integer({ min: 1, max: 255 }), changeByte), {
      numRuns: 60,
    })
  })
})

// The age command reads the passphrase from a terminal, which `script` emulates.
const hasAge = ['/usr/bin/age', '/usr/bin/script'].every(path => existsSync(path))

describe.runIf(hasAge)('the age command (needs age and script: apt-get install age bsdutils)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-age-'))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs the command-line tool age, enters the passphrase at every prompt, and returns the exit code. */
  async function runAgeCommand(options: string, passphraseInput = passphrase): Promise<number | null> {
    const child = spawn('script', ['-qec', `age ${options} -o ${to} ${from}`, '/dev/null'])
    let promptsAnswered = 0
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
      for (
        const count = output.match(/passphrase[^:]*:/g)?.length ?? 0;
        promptsAnswered < count;
        promptsAnswered++
      )
        child.stdin.write(`${passphraseInput}\n`)
    })
    return new Promise(resolve => child.once('close', resolve))
  }

  test('the command-line tool age decrypts a backup file of this server, and fails with a wrong passphrase or a changed byte', async () => {
    writeFileSync(from, ciphertext)
    expect(await runAgeCommand('-d')).toBe(0)
    expect(readFileSync(to).equals(plaintext)).toBe(true)
    expect(await runAgeCommand('-d', 'frasa lain yang sama panjang')).not.toBe(0)
    const changed = Buffer.from(ciphertext)
    changed[contentOffset + encryptedChunkSize] = (changed[contentOffset + encryptedChunkSize] ?? 0) ^ 1
    writeFileSync(from, changed)
    expect(await runAgeCommand('-d')).not.toBe(0)
  })

  test('decryption accepts a backup file that the command-line tool age has encrypted', async () => {
    writeFileSync(from, plaintext)
    expect(await runAgeCommand('-p')).toBe(0)
    expect((await decryptStream(readFileSync(to))).equals(plaintext)).toBe(true)
  })
})
