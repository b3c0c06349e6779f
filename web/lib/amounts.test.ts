// Amounts are written one way everywhere, 1,080 and never 1080: what people read is put together in *.text.ts, and there
// no number goes into a sentence as it is.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { showNumber } from './format.ts'

const web = fileURLToPath(new URL('..', import.meta.url))

/** Numbers that say which, not how many. */
const isNoAmount = /^(index|age|at|of|startYear|version)$/

/** The parameters of a function, and what it says. */
const sentence = /\(([^()]*: number[^()]*)\) =>([\s\S]*?)(?=\n *[\w'-]+:|\n})/g

test('thousands are grouped', () => {
  expect(showNumber(1080)).toBe('1,080')
})

test('every sentence with an amount groups its thousands', () => {
  const texts = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.text.ts'),
  )
  const found = texts.flatMap(file => {
    const source = readFileSync(`${web}/${file}`, 'utf8')
    return [...source.matchAll(sentence)].flatMap(([, parameters = '', words = '']) =>
      [...parameters.matchAll(/(\w+): number/g)]
        .map(([, name = '']) => name)
        .filter(name => !isNoAmount.test(name) && words.includes(`\${${name}}`))
        .map(name => `${file}: ${name} in ${words.trim()}`),
    )
  })
  expect(texts.length).toBeGreaterThan(10)
  expect(found).toEqual([])
})
