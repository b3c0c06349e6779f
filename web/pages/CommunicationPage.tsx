import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/features/auth/auth.api.ts'
import { Communication } from '#web/features/chat/Communication.tsx'
import { tabs } from '#web/features/chat/chat.text.ts'
import { oneOf } from '#web/lib/search.ts'
import { useListPage } from './use-list-page.ts'

export function CommunicationPage() {
  const { data: user } = useQuery(meQuery)
  const { search, set } = useListPage('/communication')
  if (!user) return null
  return (
    <Communication
      myId={user.id}
      openId={search.group}
      tab={oneOf(tabs, search.tab)}
      onOpen={(group, tab) => set({ group, tab }, true)}
      onTab={tab => set({ tab })}
    />
  )
}
