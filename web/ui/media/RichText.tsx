import { Anchor, Box } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Language } from '#shared/language/languages.ts'
import { type Block, type Inline, parseRichText } from '#shared/rich-text.ts'
import styles from './RichText.module.css'

function renderInline(inline: Inline): ReactNode {
  if (inline.kind === 'text') return inline.text
  if (inline.kind === 'break') return <br />
  if (inline.kind === 'bold') return createElement('strong', null, ...inline.inside.map(renderInline))
  return (
    <Anchor href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
      {inline.label}
    </Anchor>
  )
}

/** Renders a paragraph or list of rich text. Children are passed as arguments and need no React keys. */
function renderBlock(block: Block): ReactNode {
  if (block.kind === 'paragraph') return createElement('p', null, ...block.inside.map(renderInline))
  const items = block.items.map(item => createElement('li', null, ...item.map(renderInline)))
  return createElement(block.isNumbered ? 'ol' : 'ul', null, ...items)
}

/**
 * Renders text with the markup of shared/rich-text.ts. `lang`: language of the text; by default the page's language.
 */
export function RichText({ text, lang }: { text: string; lang?: Language }) {
  return (
    <Box lang={lang} lh={1.6} style={{ overflowWrap: 'anywhere' }} className={styles.text}>
      {createElement(Fragment, null, ...parseRichText(text).map(renderBlock))}
    </Box>
  )
}
