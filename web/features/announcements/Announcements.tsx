import { Button, Tabs } from '@mantine/core'
import { IconPencilPlus, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { announcementsText as text } from '#texts/announcements.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { TabList } from '#web/ui/layout/TabList.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ManagedAnnouncementList, ReceivedAnnouncementList } from './AnnouncementList.tsx'
import { type AnnouncementTab, announcementTabs } from './announcements.search.ts'

const ComposeAnnouncementDialog = createLazyOverlay(
  async () => (await import('./ComposeAnnouncementDialog.tsx')).ComposeAnnouncementDialog,
)

export function Announcements({
  user,
  tab,
  isComposing,
  onTab,
  onComposing,
}: {
  user: CurrentUser
  tab: AnnouncementTab
  /** Whether the dialog for a new announcement is open. */
  isComposing: boolean
  onTab: (tab: AnnouncementTab) => void
  onComposing: (isComposing: boolean) => void
}) {
  const isManager = can(user, 'announcements.manage')
  const isPhone = useIsPhone()
  // On phones, the header's buttons for roll calls and for a new announcement share one line.
  const flex = isPhone ? '1 1 auto' : undefined
  const rollCallButton = can(user, 'rollCalls.ask') && (
    <Button
      component={Link}
      to="/roll-calls"
      variant="default"
      flex={flex}
      leftSection={<IconShieldCheck size={18} aria-hidden />}
      aria-label={text.rollCalls}
    >
      {isPhone ? text.rollCallsShort : text.rollCalls}
    </Button>
  )
  const composeButton = isManager && (
    <Button
      flex={flex}
      leftSection={<IconPencilPlus size={18} aria-hidden />}
      onClick={() => onComposing(true)}
    >
      {text.create}
    </Button>
  )
  return (
    <div className={cards.column}>
      <PageHeader
        subtitle={text.subtitle}
        actions={
          composeButton && (
            <>
              {!isPhone && rollCallButton}
              {composeButton}
              {isPhone && rollCallButton}
            </>
          )
        }
      />
      {isManager ? (
        <Tabs value={tab} onChange={value => onTab(value as AnnouncementTab)} keepMounted={false}>
          <TabList open={tab} mb="lg" aria-label={text.tabsLabel}>
            {announcementTabs.map(name => (
              <Tabs.Tab key={name} value={name}>
                {text.tabs[name]}
              </Tabs.Tab>
            ))}
          </TabList>
          <Tabs.Panel value={tab}>
            {tab === 'managed' ? <ManagedAnnouncementList /> : <ReceivedAnnouncementList />}
          </Tabs.Panel>
        </Tabs>
      ) : (
        <ReceivedAnnouncementList />
      )}
      {isManager && isComposing && (
        <ComposeAnnouncementDialog
          user={user}
          onClose={hasSaved => {
            if (hasSaved) onTab('managed')
            else onComposing(false)
          }}
        />
      )}
    </div>
  )
}
