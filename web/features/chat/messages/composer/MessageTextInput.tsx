import { Textarea } from '@mantine/core'
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { chatText as text } from '#texts/conversations.ts'
import styles from '#web/features/chat/Chat.module.css'
import { buildMentionOptionId, mentionListId } from './MentionSuggestionList.tsx'
import type { ComposedMessage } from './use-message-composer.ts'

/**
 * Text field for a message. Enter sends, Shift+Enter starts a new line, and an open mention list handles keys first.
 */
export function MessageTextInput({
  input,
  message,
  groupName,
  placeholder,
  hasAutoFocus,
  onTyping,
  onEscape,
}: {
  input: RefObject<HTMLTextAreaElement | null>
  message: ComposedMessage
  groupName: string
  placeholder: string
  hasAutoFocus: boolean
  onTyping: () => void
  onEscape: () => void
}) {
  const { typed, isEditing, mentions, changeText, chooseMention, send, sendFiles } = message

  /** Handles key presses while the mention list is open. Returns false for a key that the list ignores. */
  function handleMentionKeys(event: KeyboardEvent): boolean {
    const { suggestions, active, move, close } = mentions
    const suggestion = suggestions[active]
    if (!suggestion) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' || event.key === 'Tab') chooseMention(suggestion)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // During IME composition, Enter confirms the composed character and does not send the message.
    if (event.nativeEvent.isComposing || handleMentionKeys(event)) return
    if (event.key === 'Escape') onEscape()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  function sendPastedFiles(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    /**
     * When copying text, spreadsheets and word processors also provide an image, which is ignored in favour of the
     * text.
     */
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    sendFiles(files)
  }

  return (
    <Textarea
      ref={input}
      autoFocus={hasAutoFocus}
      className={styles.field}
      aria-label={text.writeLabel({ name: groupName })}
      placeholder={placeholder}
      radius={20}
      autosize
      minRows={1}
      maxRows={6}
      value={typed}
      onChange={event => {
        const { value, selectionStart } = event.currentTarget
        changeText(value)
        if (value && !isEditing) onTyping()
        mentions.updateCursor(value, selectionStart)
      }}
      onKeyDown={handleKeyDown}
      onPaste={sendPastedFiles}
      onBlur={mentions.close}
      {...(mentions.suggestions.length > 0 && {
        role: 'combobox',
        'aria-expanded': true,
        'aria-controls': mentionListId,
        'aria-activedescendant': buildMentionOptionId(mentions.active),
      })}
    />
  )
}
