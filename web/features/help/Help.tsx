import { Anchor, Box, Flex, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { isLanguage } from '#shared/language/languages.ts'
import { helpText as text } from '#texts/help.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { pageLanguage } from '#web/lib/language/load-interface-text-group.ts'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { HorizontalScrollRow } from '#web/ui/layout/HorizontalScrollRow.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { RichText } from '#web/ui/media/RichText.tsx'
import { type Guide, type GuidePiece, loadUserGuides, searchUserGuides } from './guides.ts'
import styles from './Help.module.css'

function GuidePieceView({ piece }: { piece: GuidePiece }) {
  if (piece.kind === 'text') return <RichText text={piece.text} />
  const { src, alt, width, height } = piece
  return <img src={src} alt={alt} width={width} height={height} loading="lazy" className={styles.picture} />
}

function GuideNavigation({ guides, open }: { guides: Guide[]; open: string }) {
  return (
    <nav aria-label={text.guides}>
      {/* On phones, the row reaches to the edges of the screen. */}
      <HorizontalScrollRow
        display="flex"
        mx={{ base: -16, sm: 0 }}
        px={{ base: 16, sm: 0 }}
        py={16}
        style={{ gap: 8, overflowX: 'auto', scrollbarWidth: 'none' }}
      >
        {guides.map(({ name, language, title }) => (
          <Link
            key={name}
            lang={language}
            to="/help"
            search={{ guide: name }}
            className={styles.guide}
            aria-current={name === open ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </HorizontalScrollRow>
    </nav>
  )
}

function GuideTableOfContents({ guide }: { guide: Guide }) {
  const isPhone = useIsPhone()
  const list = (
    <Columns
      component="ul"
      lang={guide.language}
      template={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' }}
      gap="0 24px"
    >
      {guide.sections.map(({ id, title }) => (
        <li key={id}>
          <Anchor href={`#${id}`} size="sm">
            {title}
          </Anchor>
        </li>
      ))}
    </Columns>
  )
  return (
    <nav className={styles.contents} aria-label={text.contents}>
      {isPhone ? (
        <Panel isFoldable title={text.contents}>
          {list}
        </Panel>
      ) : (
        <>
          <Text size="sm" fw={700} aria-hidden>
            {text.contents}
          </Text>
          {list}
        </>
      )}
    </nav>
  )
}

function GuideArticle({ guide }: { guide: Guide }) {
  return (
    <div className={styles.page}>
      <Flex
        component="article"
        lang={guide.language}
        direction="column"
        gap={36}
        miw={0}
        style={{ textWrap: 'wrap' }}
      >
        <Box component="p" c="dimmed" fz={18} lh={1.5} style={{ textWrap: 'pretty' }}>
          {guide.lead}
        </Box>
        {guide.sections.map(({ id, title, pieces }) => (
          <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
            <Title order={2} size="h3" id={`${id}-title`}>
              {title}
            </Title>
            {pieces.map(piece => (
              <GuidePieceView key={piece.kind === 'text' ? piece.text : piece.src} piece={piece} />
            ))}
          </section>
        ))}
      </Flex>
      <GuideTableOfContents guide={guide} />
    </div>
  )
}

/** Text of a user guide in which the search words are marked. */
function TextWithMarkedSearchWords({ text: content, query }: { text: string; query: string }) {
  const words = query.split(/\s+/).filter(Boolean)
  const pattern = new RegExp(
    `(${words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
    'gi',
  )
  return content.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their position
      <Box key={index} component="mark" bg="var(--warn)" c="var(--warn-text)">
        {part}
      </Box>
    ) : (
      part
    ),
  )
}

function GuideSearchResults({ guides, query }: { guides: Guide[]; query: string }) {
  const results = searchUserGuides(guides, query)
  return (
    <section aria-label={text.results}>
      <Text size="sm" c="dimmed" mt="md" role="status">
        {results.length > 0 ? text.found({ count: results.length }) : text.nothing}
      </Text>
      <ul className={styles.results}>
        {results.map(({ guide, section, excerpt }) => (
          <li key={`${guide.name}#${section.id}`} lang={guide.language}>
            <Link to="/help" search={{ guide: guide.name }} hash={section.id} className={styles.result}>
              <Box component="span" c="dimmed" fz={13}>
                {guide.title}
              </Box>
              <strong>
                <TextWithMarkedSearchWords text={section.title} query={query} />
              </strong>
              <span>
                <TextWithMarkedSearchWords text={excerpt} query={query} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Help page with the user guides. The page is public, so it must work without a signed-in user. */
export function Help({
  name,
  query,
  onSearch,
}: {
  name: string | undefined
  query: string
  onSearch: (query: string) => void
}) {
  const guides = use(loadUserGuides(isLanguage(pageLanguage) ? pageLanguage : 'en'))
  const guide = guides.find(candidate => candidate.name === name) ?? guides[0]
  if (!guide) return null
  return (
    <>
      <SearchField label={text.search} value={query} onChange={onSearch} />
      {query ? (
        <GuideSearchResults guides={guides} query={query} />
      ) : (
        <>
          <GuideNavigation guides={guides} open={guide.name} />
          <GuideArticle guide={guide} />
        </>
      )}
    </>
  )
}
