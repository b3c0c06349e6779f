import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { focusLater } from '#web/lib/focus.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import styles from './Chat.module.css'
import { ConversationSkeleton } from './ConversationSkeleton.tsx'
import type { Tab } from './chat.search.ts'
import { chatText } from './chat.text.ts'
import { GroupPanel } from './GroupPanel.tsx'
import { PersonActions } from './PersonActions.tsx'
import { useKnownGroups } from './use-names.ts'
import { CallAgain } from './use-traces.ts'
import { Welcome } from './Welcome.tsx'

/** Fetched with the first conversation: with all that encryption takes it weighs more than the list beside it. */
const ChatPanel = lazy(async () => ({ default: (await import('./ChatPanel.tsx')).ChatPanel }))

const NewGroupDialog = lazyOverlay(async () => (await import('./NewGroupDialog.tsx')).NewGroupDialog)
const StartDialog = lazyOverlay(async () => (await import('./StartDialog.tsx')).StartDialog)

type Dialog = 'group' | 'start' | 'call'

/** The groups on one side, what is said in one of them on the other; a phone shows one side at a time. */
export function Communication({
  myId,
  openId,
  messageSeq,
  tab,
  keySetup,
  keyHint,
  mayEncrypt,
  callButton,
  searchButton,
  searchLink,
  reportsLink,
  onCall,
  onOpen,
  onTab,
}: {
  myId: number
  openId?: number
  /** One message of it, to which a link leads. */
  messageSeq?: number
  tab?: Tab
  keySetup: (onReady: () => void) => ReactNode
  keyHint: ReactNode
  /** Whether this person may turn encryption on there. */
  mayEncrypt: (group: GroupRow) => boolean
  callButton: (group: GroupRow) => ReactNode
  /** To the search for words in one conversation. */
  searchButton: (group: GroupRow) => ReactNode
  /** To the search for these words in all of them. */
  searchLink: (words: string) => ReactNode
  /** To the messages that others reported to this person. */
  reportsLink: ReactNode
  onCall: (group: GroupRow, isAudioOnly?: boolean) => void
  onOpen: (group?: number) => void
  onTab: (tab: Tab) => void
}) {
  const groups = useKnownGroups(myId)
  const [dialog, setDialog] = useState<{ kind: Dialog; opener: string }>()
  const group = groups.data?.find(({ id }) => id === openId)
  const open = (kind: Dialog, opener: string) => setDialog({ kind, opener })
  const close = () => {
    if (dialog) focusLater(dialog.opener)
    setDialog(undefined)
  }
  const enter = ({ id }: GroupRow) => {
    setDialog(undefined)
    onOpen(id)
  }
  return (
    <div className={styles.screen} data-open={group ? true : undefined}>
      <GroupPanel
        groups={groups}
        myId={myId}
        openId={group?.id}
        tab={tab ?? 'all'}
        onTab={onTab}
        onOpen={id => onOpen(id)}
        onStart={() => open('start', 'new-conversation')}
        onCreate={() => open('group', 'new-group')}
        reportsLink={reportsLink}
        searchLink={searchLink}
      />
      {group ? (
        <CallAgain value={onCall}>
          <Suspense
            fallback={
              <section className={styles.chat} aria-label={group.name} aria-busy>
                <ConversationSkeleton />
              </section>
            }
          >
            <ChatPanel
              key={group.id}
              group={group}
              myId={myId}
              messageSeq={messageSeq}
              keySetup={keySetup}
              keyHint={keyHint}
              mayEncrypt={mayEncrypt(group)}
              callButton={callButton(group)}
              searchButton={searchButton(group)}
              personActions={userId => (
                <PersonActions
                  userId={userId}
                  onMessage={enter}
                  onCall={made => {
                    enter(made)
                    onCall(made)
                  }}
                />
              )}
              onBack={() => {
                focusLater(`group-${group.id}`)
                onOpen(undefined)
              }}
              onLeft={() => onOpen(undefined)}
            />
          </Suspense>
        </CallAgain>
      ) : (
        <Welcome
          onStart={() => open('start', 'start-conversation')}
          onCall={() => open('call', 'video-call')}
          onCreate={() => open('group', 'welcome-new-group')}
        />
      )}
      {dialog?.kind === 'group' && <NewGroupDialog myId={myId} onDone={enter} onClose={close} />}
      {dialog?.kind === 'call' && (
        <StartDialog
          title={chatText.whomToCall}
          onDone={made => {
            enter(made)
            onCall(made)
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'start' && <StartDialog onDone={enter} onClose={close} />}
    </div>
  )
}
