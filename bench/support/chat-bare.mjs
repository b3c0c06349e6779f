// Reference for bench/chat.mjs: the minimum with socket.io, one room and one counter, without database and locks.
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const http = createServer()
const io = new Server(http, {
  serveClient: false,
  perMessageDeflate: false,
  httpCompression: false,
  maxHttpBufferSize: 64 * 1024,
})
let seq = 0
io.on('connection', socket => {
  const sender = { fullName: socket.handshake.auth.name, profileImageUrl: null }
  socket.on('join-group', (groupId, acknowledge) => {
    socket.join(`group:${groupId}`)
    acknowledge({ ok: true, lastSeq: seq })
  })
  socket.on('send-message', ({ content, groupId, clientId }, acknowledge) => {
    seq++
    const createdAt = new Date().toISOString()
    const fields = { groupId, clientId, content, messageType: 'text', metadata: null, createdAt }
    const message = { ...fields, id: seq, seq, senderId: 1000, sender }
    io.to(`group:${groupId}`).emit('new-message', message)
    acknowledge({ ok: true, message })
  })
})
http.listen(0, '127.0.0.1', () => process.send({ port: http.address().port }))
