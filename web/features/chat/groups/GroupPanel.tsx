import { ActionIcon, Skeleton, Tabs, Text, UnstyledButton } from '@mantine/core'
import { IconBellOff, IconMessagePlus, IconPin, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import styles from '#web/features/chat/Chat.module.css'
import { callRecordText } from '#web/features/chat/call-record.text.ts'
import { type GroupTab, groupTabs } from '#web/features/chat/chat.search.ts'
import { chatText as text } from '#web/features/chat/chat.text.ts'
import {
  type DecryptedPreviews,
  decryptedPreviews,
} from '#web/features/chat/encryption/decrypted-previews.ts'
import { encryptionText } from '#web/features/chat/encryption/encryption.text.ts'
import { formatBadgeCount, formatListTimestamp } from '#web/lib/format/format.ts'
import { isDataMissing } from '#web/lib/query/query-state.ts'
import { useStore } from '#web/lib/state/store.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { TabList } from '#web/ui/layout/TabList.tsx'
import { GroupAvatar } from './GroupAvatar.tsx'
import { GroupItems } from './GroupItems.tsx'
import { GroupSearchResults } from './GroupSearchResults.tsx'
import type { useDisplayedGroups } from './use-displayed-groups.ts'

/** Preview text of the last message. For an encrypted group, only text that this page has decrypted. */
function getPreviewText(
  { id, lastMessage }: GroupRow,
  previews: DecryptedPreviews,
  isEncrypted: boolean,
): string {
  if (lastMessage?.isHidden) return text.hidden
  if (lastMessage?.isDeleted) return text.deleted
  if (lastMessage?.messageType === 'call') return text.call
  if (!isEncrypted) return lastMessage?.content ?? ''
  const decrypted = previews[id]
  return decrypted && decrypted.seq === lastMessage?.seq ? decrypted.text : encryptionText.sealedPreview
}

/** The group's last call, if it started after the last message. */
function getNewestCall({ lastCall, lastMessage }: GroupRow): GroupRow['lastCall'] {
  const isLater =
    lastCall && Date.parse(lastCall.startedAt) > Date.parse(lastMessage?.createdAt ?? '1970-01-01')
  return isLater ? lastCall : null
}

/** Preview line of a group: the last message with its sender, or the last call. */
function buildPreview(
  group: GroupRow,
  myId: number,
  previews: DecryptedPreviews,
  isEncrypted: boolean,
): string {
  const { lastMessage, direct } = group
  const call = getNewestCall(group)
  if (call) {
    const kind = call.isAudioOnly ? callRecordText.audio : callRecordText.video
    return call.isMissed ? callRecordText.unanswered(kind) : kind
  }
  if (!lastMessage) return text.noMessages
  const senderName = lastMessage.senderId === myId ? text.you : lastMessage.sender.fullName.split(' ')[0]
  const content = getPreviewText(group, previews, isEncrypted)
  return direct && lastMessage.senderId !== myId ? content : `${senderName}: ${content}`
}

function GroupItem({
  group,
  myId,
  isEncrypted,
  isOpen,
  onOpen,
}: {
  group: GroupRow
  myId: number
  isEncrypted: boolean
  isOpen: boolean
  onOpen: () => void
}) {
  const previews = useStore(decryptedPreviews)
  const lastActivityAt = getNewestCall(group)?.startedAt ?? group.lastMessage?.createdAt
  return (
    <li>
      <UnstyledButton
        id={`group-${group.id}`}
        className={styles.item}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <GroupAvatar group={group} />
        <span className={styles.itemWords}>
          <span className={styles.itemName}>{group.name}</span>
          <span className={styles.itemPreview}>{buildPreview(group, myId, previews, isEncrypted)}</span>
        </span>
        <span className={styles.itemSide}>
          {lastActivityAt && <span>{formatListTimestamp(lastActivityAt)}</span>}
          <span className={styles.itemSigns}>
            {group.isPinned && <IconPin size={16} role="img" aria-label={text.pinned} />}
            {group.mutedUntil && <IconBellOff size={16} role="img" aria-label={text.muted} />}
            {group.isMentioned && (
              <span className={styles.mentioned}>
                <span aria-hidden>@</span>
                <span className={styles.spoken}>{text.mentioned}</span>
              </span>
            )}
            {group.unreadCount > 0 && (
              <span className={styles.badge} data-muted={group.mutedUntil ? true : undefined}>
                <span aria-hidden>{formatBadgeCount(group.unreadCount)}</span>
                <span className={styles.spoken}>{text.unread(group.unreadCount)}</span>
              </span>
            )}
          </span>
        </span>
      </UnstyledButton>
    </li>
  )
}

/** The user's groups, newest first, filtered by tab. The search field also finds people. */
export function GroupPanel({
  groups,
  myId,
  openId,
  tab,
  onTab,
  onOpen,
  onStart,
  onCreate,
  reportsLink,
  searchLink,
}: {
  groups: ReturnType<typeof useDisplayedGroups>
  myId: number
  openId?: number
  tab: GroupTab
  onTab: (tab: GroupTab) => void
  onOpen: (id: number) => void
  onStart: () => void
  onCreate: () => void
  reportsLink: ReactNode
  searchLink: (terms: string) => ReactNode
}) {
  const [search, setSearch] = useState('')
  const all = groups.data ?? []
  const renderItem = (group: GroupRow) => (
    <GroupItem
      key={group.id}
      group={group}
      myId={myId}
      isEncrypted={groups.isEncrypted(group)}
      isOpen={group.id === openId}
      onOpen={() => onOpen(group.id)}
    />
  )
  const unreadIn = (tabName: GroupTab) =>
    all
      .filter(({ type }) => tabName !== 'all' && type === tabName)
      .reduce((sum, { unreadCount }) => sum + unreadCount, 0)
  const shown = all.filter(({ type }) => tab === 'all' || type === tab)
  return (
    <section className={styles.panel} aria-label={text.panel}>
      <div className={styles.find}>
        <SearchField label={text.search} className={styles.field} value={search} onChange={setSearch} />
        <ActionIcon
          id="new-conversation"
          className={styles.onPhone}
          variant="light"
          size={36}
          aria-label={text.startConversation}
          onClick={onStart}
        >
          <IconMessagePlus size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon id="new-group" variant="light" size={36} aria-label={text.newGroup} onClick={onCreate}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
        {reportsLink}
      </div>
      {isDataMissing(groups) && <ErrorState error={groups.error} onRetry={() => groups.refetch()} />}
      {search ? (
        <GroupSearchResults
          search={search}
          groups={all}
          item={renderItem}
          link={searchLink(search)}
          onOpen={onOpen}
        />
      ) : (
        <Tabs
          value={tab}
          variant="pills"
          radius="xl"
          onChange={value => value && onTab(value as GroupTab)}
          classNames={{ root: styles.tabs, panel: styles.tabPanel }}
        >
          <TabList open={tab} className={styles.chips}>
            {groupTabs.map(tabName => (
              <Tabs.Tab key={tabName} value={tabName} className={styles.chip}>
                {text.tabs[tabName]}
                {unreadIn(tabName) > 0 && tabName !== tab && (
                  <span className={styles.dot}>
                    <span className={styles.spoken}>{text.unread(unreadIn(tabName))}</span>
                  </span>
                )}
              </Tabs.Tab>
            ))}
          </TabList>
          <Tabs.Panel value={tab}>
            {groups.isPending &&
              [0, 1, 2].map(index => <Skeleton key={index} height={60} radius={12} mt={10} />)}
            {groups.data && shown.length === 0 && (
              <Text c="dimmed" size="sm" p="md" ta="center">
                {text.empty[tab]}
              </Text>
            )}
            <GroupItems key={tab} groups={shown} item={renderItem} />
          </Tabs.Panel>
        </Tabs>
      )}
    </section>
  )
}
