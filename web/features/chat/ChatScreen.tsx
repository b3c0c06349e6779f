import { Box, Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { chatText } from '#texts/conversations.ts'
import { GroupAvatar } from '#web/features/chat/groups/GroupAvatar.tsx'
import { GroupListPanel, newConversationButtonId } from '#web/features/chat/groups/GroupListPanel.tsx'
import { PersonContactButtons } from '#web/features/chat/groups/PersonContactButtons.tsx'
import { useGroupsWithVerifiedServerData } from '#web/features/chat/groups/use-groups-with-verified-server-data.ts'
import { StartCallContext } from '#web/features/chat/messages/calls/use-call-history.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { useFullScreenPage } from '#web/lib/document/full-screen-page.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './Chat.module.css'
import { ChatWelcome } from './ChatWelcome.tsx'
import { ConversationSkeleton } from './ConversationSkeleton.tsx'
import type { GroupTab } from './chat.search.ts'

/** The conversation panel is loaded lazily, because its encryption code is larger than the group list. */
const ChatPanel = lazyLoadComponentAndTexts(async () => (await import('./ChatPanel.tsx')).ChatPanel)

const NewGroupDialog = createLazyOverlay(
  async () => (await import('#web/features/chat/groups/NewGroupDialog.tsx')).NewGroupDialog,
)
const StartDialog = createLazyOverlay(
  async () => (await import('#web/features/chat/groups/StartConversationDialog.tsx')).StartConversationDialog,
)

type Dialog = 'group' | 'start' | 'call'

interface CommunicationProps {
  myId: number
  openId?: number
  /** Sequence number of the chat message that the URL links to. */
  messageSeq?: number
  tab?: GroupTab
  keySetup: (onReady: () => void) => ReactNode
  keyHint: ReactNode
  /** Whether the signed-in user may turn on end-to-end encryption in the group. */
  mayEncrypt: (group: GroupRow) => boolean
  callButton: (group: GroupRow) => ReactNode
  /** Link to the message search, limited to one conversation. */
  searchButton: (group: GroupRow) => ReactNode
  /** Link to the message search over all conversations, with the search terms filled in. */
  searchLink: (terms: string) => ReactNode
  /** Link to the reported messages that wait for the signed-in user's decision. */
  reportsLink: ReactNode
  onCall: (group: GroupRow, isAudioOnly?: boolean) => void
  onOpen: (group?: number) => void
  onTab: (tab: GroupTab) => void
}

type PanelProps = Pick<
  CommunicationProps,
  | 'myId'
  | 'messageSeq'
  | 'keySetup'
  | 'keyHint'
  | 'mayEncrypt'
  | 'callButton'
  | 'searchButton'
  | 'onCall'
  | 'onOpen'
>

/** On phones, a conversation fills the screen while it is open or opening. */
function FullScreenConversation() {
  useFullScreenPage()
  return null
}

/** Placeholder of a conversation whose group or code is still loading, with the same header as the conversation. */
function LoadingConversation({ group }: { group?: GroupRow }) {
  const isPhone = useIsPhone()
  return (
    <section className={styles.chat} aria-label={group?.name} aria-busy>
      <header className={styles.head}>
        {isPhone && <Box w={32} h={56} />}
        {group ? (
          <GroupAvatar group={group} size={isPhone ? 36 : undefined} />
        ) : (
          <Skeleton height={36} circle />
        )}
        <div className={styles.headWords}>
          {group ? (
            <Box component="p" fw={700} className={styles.headName}>
              {group.name}
            </Box>
          ) : (
            <Skeleton height={16} width="40%" />
          )}
          <p className={styles.headAbout}>&nbsp;</p>
        </div>
      </header>
      <ConversationSkeleton />
    </section>
  )
}

/** Shows the open conversation. Its code is loaded lazily, behind a placeholder. */
function OpenConversation({
  group,
  mayEncrypt,
  callButton,
  searchButton,
  onCall,
  onOpen,
  onEnter,
  ...panel
}: PanelProps & { group: DescribedGroup; onEnter: (group: GroupRow) => void }) {
  const openConversationAndCall = (startedGroup: GroupRow) => {
    onEnter(startedGroup)
    onCall(startedGroup)
  }
  return (
    <StartCallContext value={onCall}>
      <Suspense fallback={<LoadingConversation group={group} />}>
        <ChatPanel
          {...panel}
          group={group}
          mayEncrypt={mayEncrypt(group)}
          callButton={callButton(group)}
          searchButton={searchButton(group)}
          personActions={userId => (
            <PersonContactButtons userId={userId} onMessage={onEnter} onCall={openConversationAndCall} />
          )}
          onBack={() => {
            focusElementAfterDialogCloses(`group-${group.id}`)
            onOpen(undefined)
          }}
          onLeft={() => onOpen(undefined)}
        />
      </Suspense>
    </StartCallContext>
  )
}

/** Chat screen: the group list beside the open conversation. Phones show either the list or the conversation. */
export function ChatScreen({ openId, tab, searchLink, reportsLink, onTab, ...panel }: CommunicationProps) {
  const { myId, onCall, onOpen } = panel
  const groups = useGroupsWithVerifiedServerData()
  const [dialog, setDialog] = useState<{ kind: Dialog; opener: string }>()
  const group = groups.data?.find(({ id }) => id === openId)
  // On phones a conversation opened by its URL hides the group list from the start.
  const isOpening = openId !== undefined && groups.isPending
  const openChatDialog = (kind: Dialog, opener: string) => setDialog({ kind, opener })
  const closeChatDialog = () => {
    if (dialog) focusElementAfterDialogCloses(dialog.opener)
    setDialog(undefined)
  }
  const closeDialogAndOpenGroup = ({ id }: GroupRow) => {
    setDialog(undefined)
    onOpen(id)
  }
  return (
    <div className={styles.screen} data-open={group || isOpening ? true : undefined}>
      <GroupListPanel
        groups={groups}
        myId={myId}
        openId={group?.id}
        tab={tab ?? 'all'}
        onTab={onTab}
        onOpen={id => onOpen(id)}
        onStart={() => openChatDialog('start', newConversationButtonId)}
        onCreate={() => openChatDialog('group', newConversationButtonId)}
        reportsLink={reportsLink}
        searchLink={searchLink}
      />
      {(group || isOpening) && <FullScreenConversation />}
      {isOpening && <LoadingConversation />}
      {group && (
        <OpenConversation key={group.id} {...panel} group={group} onEnter={closeDialogAndOpenGroup} />
      )}
      {!isOpening && !group && (
        <ChatWelcome
          isListMissing={isQueryErrorShownInsteadOfData(groups)}
          onStart={() => openChatDialog('start', 'start-conversation')}
          onCall={() => openChatDialog('call', 'video-call')}
          onCreate={() => openChatDialog('group', 'welcome-new-group')}
        />
      )}
      {dialog?.kind === 'group' && (
        <NewGroupDialog myId={myId} onDone={closeDialogAndOpenGroup} onClose={closeChatDialog} />
      )}
      {dialog?.kind === 'call' && (
        <StartDialog
          title={chatText.whomToCall}
          onDone={startedGroup => {
            closeDialogAndOpenGroup(startedGroup)
            onCall(startedGroup)
          }}
          onClose={closeChatDialog}
        />
      )}
      {dialog?.kind === 'start' && <StartDialog onDone={closeDialogAndOpenGroup} onClose={closeChatDialog} />}
    </div>
  )
}
