/// A host of one upstream whose downstream is called by a scheduler's actions.
///
/// A scheduler may run several actions at once, late, or in another order than scheduled. So an
/// action does not send the event that it was scheduled for, but the one that has waited the
/// longest, and takes the turn for it; an action that finds the turn taken leaves its event to the
/// holder. The turn is taken while the subscription is handed over, so nothing precedes it.
@usableFromInline class Deliverer<Context: Scheduler, Downstream: Subscriber>: Outbox<Downstream> {
  @usableFromInline final let scheduler: Context
  @usableFromInline final let options: Context.SchedulerOptions?

  @inlinable init(
    _ downstream: Downstream, label: String, endRule: Entries.EndRule, _ scheduler: Context,
    _ options: Context.SchedulerOptions?
  ) {
    (self.scheduler, self.options) = (scheduler, options)
    super.init(downstream, label: label, upstreams: 1, isOpen: false, endRule: endRule)
  }

  /// Schedules the delivery of everything that is due.
  @inlinable final func scheduleDelivery() { scheduler.schedule(options: options) { self.drain() } }

  @usableFromInline final func receive(subscription: any Subscription) {
    guard keep(subscription, from: 0), lock.withLock({ ledger.beginSetup() }) else { return }
    downstream.receive(subscription: self)
    // On the scheduler, because this thread may be any.
    if lock.withLock({ ledger.endSetup() }) { scheduleDelivery() }
    didHandOver()
  }

  /// Called when the downstream has its subscription.
  @usableFromInline func didHandOver() {}
}
