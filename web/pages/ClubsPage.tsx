import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can } from '#shared/policies.ts'
import { countryText } from '#texts/country-list.ts'
import { ClubList } from '#web/features/clubs/ClubList.tsx'
import { type ClubTab, clubTabs, readClubFilter } from '#web/features/clubs/clubs.search.ts'
import { CountryManager } from '#web/features/countries/CountryManager.tsx'
import { removeUnknownCountryFromFilter } from '#web/lib/form/known-country.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { TabList } from '#web/ui/layout/TabList.tsx'
import { useListPageAndFilters } from './use-list-page-and-filters.ts'
import { useUrlState } from './use-url-state.ts'

/** Page with the list of clubs. Headquarters have a second tab, in which they open countries for registration. */
export function ClubsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const address = useUrlState('/clubs')
  const list = useListPageAndFilters(address)
  if (!user) return null
  const clubList = (
    <ClubList
      user={user}
      filter={removeUnknownCountryFromFilter(readClubFilter(address.search))}
      isCreating={address.search.create === 'yes'}
      onCreate={isOpen => void address.set({ create: isOpen ? 'yes' : undefined })}
      {...list}
    />
  )
  if (!can(user, 'countries.manage')) return clubList
  const tab = address.search.tab ?? 'clubs'
  return (
    <Tabs value={tab} onChange={value => address.set({ tab: value as ClubTab }, true)} keepMounted={false}>
      <TabList open={tab} mb="lg">
        {clubTabs.map(name => (
          <Tabs.Tab key={name} value={name}>
            {countryText.tabs[name]}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={tab}>{tab === 'countries' ? <CountryManager /> : clubList}</Tabs.Panel>
    </Tabs>
  )
}
