import { Box, Flex, Group, Loader, ThemeIcon } from '@mantine/core'
import { IconBuildingCommunity, IconCalendarEvent } from '@tabler/icons-react'
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'
import { searchText as text } from '#texts/search.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './SearchResults.module.css'
import { useGlobalSearch } from './search.api.ts'

interface Result {
  id: string
  link: LinkProps
  title: string
  note?: string
  picture: ReactNode
  badge?: ReactNode
}

function renderResultTile(icon: ReactNode): ReactNode {
  return (
    <ThemeIcon variant="light" size={32} radius={10}>
      {icon}
    </ThemeIcon>
  )
}

function buildResultSections({
  people,
  clubs,
  activities,
}: ReturnType<typeof useGlobalSearch>): [string, Result[]][] {
  const sections: [string, Result[]][] = [
    [
      text.sections.people,
      people.map(person => ({
        id: `person-${person.id}`,
        link: linkOptions({ to: '/members', search: { user: person.id } }),
        title: person.fullName,
        note: person.clubName ?? getCountryName(person.currentCountry) ?? undefined,
        picture: <PersonAvatar person={person} size={32} />,
      })),
    ],
    [
      text.sections.clubs,
      clubs.map(club => ({
        id: `club-${club.id}`,
        link: linkOptions({ to: '/clubs/$id', params: { id: String(club.id) } }),
        title: club.name,
        note: [club.city, getCountryName(club.country)].filter(Boolean).join(', '),
        picture: renderResultTile(<IconBuildingCommunity size={18} stroke={1.7} aria-hidden />),
        badge: club.isActive ? undefined : <StatusBadge status="inactive" />,
      })),
    ],
    [
      text.sections.activities,
      activities.map(activity => ({
        id: `activity-${activity.id}`,
        link: linkOptions({ to: '/activities/$id', params: { id: String(activity.id) } }),
        title: putTranslationInReaderLanguageFirst(activity).title,
        note: activity.startDate
          ? formatDayInZone(new Date(activity.startDate), activity.timeZone)
          : undefined,
        picture: renderResultTile(<IconCalendarEvent size={18} stroke={1.7} aria-hidden />),
        badge: <StatusBadge status={activity.status} />,
      })),
    ],
  ]
  return sections.filter(([, results]) => results.length > 0)
}

function SearchResultOption({
  result,
  id,
  isActive,
  onGo,
}: {
  result: Result
  id: string
  isActive: boolean
  onGo: () => void
}) {
  const handleClick = (event: MouseEvent) => {
    // Clicks with a modifier key open a search result in a new tab or window, so the search stays open.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onGo()
  }
  return (
    <Link
      {...result.link}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.option}
      onClick={handleClick}
    >
      {result.picture}
      <Flex component="span" direction="column" flex={1} miw={0}>
        <Box component="span" fz={14} fw={600} className={styles.title}>
          {result.title}
        </Box>
        {result.note && <span className={styles.note}>{result.note}</span>}
      </Flex>
      {result.badge}
    </Link>
  )
}

/** Search results by kind. The search input keeps the focus and refers to the active result by id. */
export function SearchResults({
  user,
  search,
  listId,
  activeId,
  onGo,
}: {
  user: CurrentUser
  search: string
  listId: string
  activeId?: string
  onGo: () => void
}) {
  const found = useGlobalSearch(user, search)
  const sections = buildResultSections(found)
  const count = sections.reduce((sum, [, results]) => sum + results.length, 0)
  const statusText = found.isBusy
    ? text.loading
    : found.isFailed
      ? text.failed
      : count
        ? text.found({ count })
        : text.empty
  return (
    <>
      <div id={listId} role="listbox" aria-label={text.results} aria-busy={found.isBusy}>
        {sections.map(([heading, results]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a listbox
          <div key={heading} role="group" aria-label={heading}>
            <Box pt={10} pb={4} px={10} fz={12} fw={700} lts="0.04em" tt="uppercase" c="dimmed" aria-hidden>
              {heading}
            </Box>
            {results.map(result => {
              const id = `${listId}-${result.id}`
              return (
                <SearchResultOption key={id} result={result} id={id} isActive={id === activeId} onGo={onGo} />
              )
            })}
          </div>
        ))}
      </div>
      <Group
        role="status"
        gap={10}
        wrap="nowrap"
        fz={14}
        c="dimmed"
        className={count > 0 && !found.isBusy ? 'visually-hidden' : styles.said}
      >
        {found.isBusy && <Loader size={14} aria-hidden />}
        {statusText}
      </Group>
    </>
  )
}
