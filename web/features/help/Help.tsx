import { Anchor, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RichText } from '#web/ui/RichText.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { type Guide, guides, type Piece, searchGuides } from './guides.ts'
import styles from './Help.module.css'
import { helpText as text } from './help.text.ts'

function Shown({ piece }: { piece: Piece }) {
  if (piece.kind === 'text') return <RichText text={piece.text} />
  const { src, alt, width, height } = piece
  return <img src={src} alt={alt} width={width} height={height} loading="lazy" className={styles.picture} />
}

function Choice({ open }: { open: string }) {
  return (
    <nav className={styles.choice} aria-label={text.guides}>
      {guides.map(({ name, title }) => (
        <Link
          key={name}
          to="/help"
          search={{ guide: name }}
          className={styles.guide}
          aria-current={name === open ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

function Contents({ guide }: { guide: Guide }) {
  return (
    <nav className={styles.contents} aria-label={text.contents}>
      <Text size="sm" fw={700} aria-hidden>
        {text.contents}
      </Text>
      <ul>
        {guide.sections.map(({ id, title }) => (
          <li key={id}>
            <Anchor href={`#${id}`} size="sm">
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Article({ guide }: { guide: Guide }) {
  return (
    <div className={styles.page}>
      <article className={styles.article}>
        <p className={styles.lead}>{guide.lead}</p>
        {guide.sections.map(({ id, title, pieces }) => (
          <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
            <Title order={2} size="h3" id={`${id}-title`}>
              {title}
            </Title>
            {pieces.map(piece => (
              <Shown key={piece.kind === 'text' ? piece.text : piece.src} piece={piece} />
            ))}
          </section>
        ))}
      </article>
      <Contents guide={guide} />
    </div>
  )
}

function Results({ query }: { query: string }) {
  const found = searchGuides(query)
  return (
    <section aria-label={text.results}>
      <Text c="dimmed" role="status">
        {found.length > 0 ? text.found(found.length) : text.nothing}
      </Text>
      <ul className={styles.results}>
        {found.map(({ guide, section, words }) => (
          <li key={`${guide.name}#${section.id}`}>
            <Link to="/help" search={{ guide: guide.name }} hash={section.id} className={styles.result}>
              <span className={styles.where}>{guide.title}</span>
              <strong>{section.title}</strong>
              <span>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The guide for everybody, also for who has no account yet. */
export function Help({
  name,
  query,
  onSearch,
}: {
  name: string | undefined
  query: string
  onSearch: (query: string) => void
}) {
  const guide = guides.find(one => one.name === name) ?? guides[0]
  if (!guide) return null
  return (
    <>
      <SearchField label={text.search} value={query} onChange={onSearch} />
      {query ? (
        <Results query={query} />
      ) : (
        <>
          <Choice open={guide.name} />
          <Article guide={guide} />
        </>
      )}
    </>
  )
}
