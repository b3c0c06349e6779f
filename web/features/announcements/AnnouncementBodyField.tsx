import { ActionIcon, Flex, Input, Textarea } from '@mantine/core'
import { IconBold, IconLink, IconList } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { maxAnnouncementLength } from '#shared/contracts/announcements/announcements.schemas.ts'
import type { Language } from '#shared/language/languages.ts'
import { composeText as text } from '#texts/announcements.ts'

const listFormattingTools = () => [
  { name: text.bold, icon: IconBold, before: '**', after: '**', placeholder: text.boldWords },
  { name: text.list, icon: IconList, before: '\n- ', after: '\n', placeholder: text.listWords },
  { name: text.link, icon: IconLink, before: '[', after: '](https://)', placeholder: text.linkWords },
]

/** Field for the text of an announcement. Its buttons insert Markdown marks around the selected text. */
export function AnnouncementBodyField({
  name,
  label,
  language,
  value,
  onChange,
  error,
}: {
  name: 'body' | 'secondBody'
  label: string
  language: Language
  value: string
  onChange: (value: string) => void
  error?: string
}) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)

  function applyFormattingTool({
    before,
    after,
    placeholder,
  }: ReturnType<typeof listFormattingTools>[number]): void {
    const field = input.current
    if (!field) return
    const { selectionStart: start, selectionEnd: end } = field
    const selected = value.slice(start, end) || placeholder
    onChange(value.slice(0, start) + before + selected + after + value.slice(end))
    // When React has rendered the inserted text, the text is selected so that the user can type over it.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(start + before.length, start + before.length + selected.length)
    })
  }

  return (
    <Input.Wrapper label={label} description={text.bodyHelp} error={error} id={id} withAsterisk>
      <Flex gap={4} mb={6} role="toolbar" aria-label={`${text.tools}: ${label}`}>
        {listFormattingTools().map(tool => (
          <ActionIcon
            key={tool.name}
            variant="default"
            size={36}
            aria-label={tool.name}
            title={tool.name}
            onClick={() => applyFormattingTool(tool)}
          >
            <tool.icon size={18} aria-hidden />
          </ActionIcon>
        ))}
      </Flex>
      <Textarea
        ref={input}
        id={id}
        mb={5}
        name={name}
        aria-label={label}
        lang={language}
        autosize
        minRows={6}
        maxRows={16}
        maxLength={maxAnnouncementLength}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        error={error !== undefined}
      />
    </Input.Wrapper>
  )
}
