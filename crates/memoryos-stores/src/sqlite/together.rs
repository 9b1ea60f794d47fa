//! Writes that wait for the disk together: one transaction for all who asked meanwhile.
//!
//! A durable commit waits about a millisecond for the disk, however little it writes. Of many writers at once each
//! would wait for all before it.

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::failure::Failure;

/// Writes that share a transaction, at most: more would make other processes wait for long.
pub(super) const MOST: usize = 64;

/// A write whose caller waits to be told.
pub(super) trait Waiting: Send {
    /// Whether the caller is still there.
    fn is_wanted(&self) -> bool;

    /// Makes it and keeps its outcome; `false` when nothing of it may stay.
    fn make(&mut self, connection: &Connection) -> bool;

    /// Tells its outcome, or what became of its transaction.
    fn tell(self: Box<Self>, transaction: Result<(), Failure>);
}

/// What is to be done, and who waits.
struct Write<W, T> {
    work: W,
    outcome: Option<Result<T, Failure>>,
    caller: oneshot::Sender<Result<T, Failure>>,
}

/// `work` as a write that waits, and where its outcome is told. It may be begun more than once; what it does stays
/// once, or not at all.
pub(super) fn write<T: Send + 'static>(
    work: impl Fn(&Connection) -> Result<T, Failure> + Send + 'static,
) -> (Box<dyn Waiting>, oneshot::Receiver<Result<T, Failure>>) {
    let (caller, told) = oneshot::channel();
    (Box::new(Write { work, outcome: None, caller }), told)
}

impl<W, T> Waiting for Write<W, T>
where
    T: Send,
    W: Fn(&Connection) -> Result<T, Failure> + Send,
{
    fn is_wanted(&self) -> bool {
        !self.caller.is_closed()
    }

    fn make(&mut self, connection: &Connection) -> bool {
        self.outcome.insert((self.work)(connection)).is_ok()
    }

    fn tell(self: Box<Self>, transaction: Result<(), Failure>) {
        let Self { outcome, caller, .. } = *self;
        let outcome = transaction.and_then(|()| outcome.expect("it was made before this is told"));
        // A caller that went away meanwhile wants to know nothing.
        caller.send(outcome).ok();
    }
}

/// Makes all of them, each whole or not at all, and tells each when it is on the disk.
pub(super) fn make(connection: &mut Connection, writes: Vec<Box<dyn Waiting>>) {
    let mut writes: Vec<_> = writes.into_iter().filter(|write| write.is_wanted()).collect();
    if writes.len() > 1 && make_together(connection, &mut writes).is_ok() {
        for write in writes {
            write.tell(Ok(()));
        }
        return;
    }
    // One alone; or nothing of what they made together was kept, and each is to fail for itself or succeed.
    for mut write in writes {
        let made = make_alone(connection, &mut *write);
        write.tell(made);
    }
}

fn make_alone(connection: &mut Connection, write: &mut dyn Waiting) -> Result<(), Failure> {
    let transaction = begin(connection)?;
    if write.make(&transaction) {
        transaction.commit()?;
    }
    Ok(())
}

fn make_together(connection: &mut Connection, writes: &mut [Box<dyn Waiting>]) -> Result<(), Failure> {
    let mut transaction = begin(connection)?;
    for write in writes {
        // What is not released is undone, and only that.
        let savepoint = transaction.savepoint()?;
        let is_made = write.make(&savepoint);
        if savepoint.is_autocommit() {
            // A full disk and the like end the whole transaction.
            return Err(std::io::Error::other("the transaction ended early").into());
        }
        if is_made {
            savepoint.commit()?;
        }
    }
    Ok(transaction.commit()?)
}

/// Takes the write lock at once, so that of two processes one waits for the other before either has read.
fn begin(connection: &mut Connection) -> Result<Transaction<'_>, Failure> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A write of a number, which the table refuses where it has it.
    fn number(n: i64) -> (Box<dyn Waiting>, oneshot::Receiver<Result<(), Failure>>) {
        write(move |connection| {
            connection.execute("INSERT INTO kept VALUES (?1)", [n])?;
            connection.execute("INSERT INTO kept VALUES (?1)", [n + 100])?;
            Ok(())
        })
    }

    fn table() -> Connection {
        let connection = Connection::open_in_memory().expect("opens");
        connection.execute_batch("CREATE TABLE kept (n INTEGER PRIMARY KEY)").expect("made");
        connection
    }

    fn kept(connection: &Connection) -> Vec<i64> {
        let mut select = connection.prepare("SELECT n FROM kept ORDER BY n").expect("prepared");
        let rows = select.query_map((), |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("numbers")
    }

    #[test]
    fn of_writes_that_share_a_transaction_one_that_fails_leaves_nothing_and_harms_none() {
        let mut connection = table();
        // The third fails half-way, on what the first wrote.
        let (writes, told): (Vec<_>, Vec<_>) = [101, 2, 1, 3].map(number).into_iter().unzip();
        make(&mut connection, writes);
        let told = told.into_iter().map(|mut told| told.try_recv().expect("told").is_ok());
        assert_eq!(told.collect::<Vec<_>>(), [true, true, false, true]);
        assert_eq!(kept(&connection), [2, 3, 101, 102, 103, 201]);
    }

    #[test]
    fn writes_are_made_one_by_one_where_the_transaction_they_share_is_ended() {
        let mut connection = table();
        let (first, mut told_first) = number(1);
        let (second, mut told_second) = write(|connection: &Connection| {
            connection.execute_batch("ROLLBACK")?;
            Ok(())
        });
        make(&mut connection, vec![first, second]);
        assert!(told_first.try_recv().expect("told").is_ok());
        assert!(told_second.try_recv().expect("told").is_err());
        assert_eq!(kept(&connection), [1, 101]);
    }

    #[test]
    fn a_write_that_nobody_waits_for_any_more_is_not_begun() {
        let mut connection = table();
        let ((first, told), (second, _waits)) = (number(1), number(2));
        drop(told);
        make(&mut connection, vec![first, second]);
        assert_eq!(kept(&connection), [2, 102]);
    }
}
