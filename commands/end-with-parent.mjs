// Preloaded into the processes that `npm start` and `npm test` start: when the parent's channel closes, even by kill -9 of
// the parent, the child stops itself, kindly first. Invariant: nothing of ours outlives its supervisor by more than ten
// seconds. It keeps to the very process it was meant for: workers forked from that one inherit the preload.
if (process.channel && process.env.END_WITH_PARENT === String(process.ppid)) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 10_000).unref();
  });
  // Listening for its end must not keep a process alive that has nothing else to do.
  process.channel.unref();
}
