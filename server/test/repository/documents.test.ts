// Links of the Markdown documents: the linked file exists, and a link text that is a file name names this file.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')

const links = documents.flatMap(document =>
  [...readFileSync(document, 'utf8').matchAll(/\[([^[\]]+)\]\(([^()#\s]+)(?:#[^()\s]*)?\)/g)]
    .map(([link, label = '', target = '']) => ({ document, link, label, target }))
    .filter(({ target }) => !/^(\w+:|\/)/.test(target)),
)

test('every relative link of a document leads to an existing file', () => {
  const broken = links.filter(({ document, target }) => !existsSync(join(dirname(document), target)))
  expect(broken.map(({ document, link }) => `${document}: ${link}`)).toEqual([])
})

test('a file name in the text of a link equals the name of the linked file', () => {
  const wrong = links.filter(({ label, target }) => {
    const name = /^`([^`]+\.(?:tsx?|mjs|css|json))`$/.exec(label)?.[1]
    return name !== undefined && basename(name) !== basename(target)
  })
  expect(wrong.map(({ document, link }) => `${document}: ${link}`)).toEqual([])
})
