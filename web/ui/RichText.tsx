import { Anchor } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'
import { type Block, type Inline, parseRichText } from '#shared/rich-text.ts'
import styles from './RichText.module.css'

function draw(inline: Inline): ReactNode {
  if (inline.kind === 'text') return inline.text
  if (inline.kind === 'break') return <br />
  if (inline.kind === 'bold') return createElement('strong', null, ...inline.inside.map(draw))
  return (
    <Anchor href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
      {inline.label}
    </Anchor>
  )
}

/** Children in their places and without names of their own: nothing of it ever moves. */
function drawBlock(block: Block): ReactNode {
  if (block.kind === 'paragraph') return createElement('p', null, ...block.inside.map(draw))
  const items = block.items.map(item => createElement('li', null, ...item.map(draw)))
  return createElement(block.isNumbered ? 'ol' : 'ul', null, ...items)
}

/** What people wrote with the marks of shared/rich-text.ts. */
export function RichText({ text }: { text: string }) {
  return (
    <div className={styles.text}>{createElement(Fragment, null, ...parseRichText(text).map(drawBlock))}</div>
  )
}
