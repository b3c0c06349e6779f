// Checks that every text in *.text.ts formats its amounts with a thousands separator: 1,080 and never 1080.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { formatNumber } from '#web/lib/format/format.ts'

const web = fileURLToPath(new URL('..', import.meta.url))

/** Parameters that are no amounts, such as indexes and years. */
const isNoAmount = /^(index|age|at|of|startYear|version)$/

/** Matches the parameters and the body of a text function. */
const textFunction = /\(([^()]*: number[^()]*)\) =>([\s\S]*?)(?=\n *[\w'-]+:|\n})/g

test('formatNumber separates thousands with a comma', () => {
  expect(formatNumber(1080)).toBe('1,080')
})

test('every interface text formats its number parameters with a thousands separator', () => {
  const texts = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.text.ts'),
  )
  const found = texts.flatMap(file => {
    const source = readFileSync(`${web}/${file}`, 'utf8')
    return [...source.matchAll(textFunction)].flatMap(([, parameters = '', body = '']) =>
      [...parameters.matchAll(/(\w+): number/g)]
        .map(([, name = '']) => name)
        .filter(name => !isNoAmount.test(name) && body.includes(`\${${name}}`))
        .map(name => `${file}: ${name} in ${body.trim()}`),
    )
  })
  expect(texts.length).toBeGreaterThan(10)
  expect(found).toEqual([])
})
