// Preloaded into the processes that `npm start` and `npm test` start: when the parent's channel closes, even by kill -9 of
// the parent, the child stops itself, kindly first. Invariant: nothing of ours outlives its supervisor by more than ten
// seconds.
if (process.channel) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 10_000).unref();
  });
  // Listening for its end must not keep a process alive that has nothing else to do.
  process.channel.unref();
}
